import { saysDayIsUsedUp, type HandOver, type Obstacle } from '../provider';

/** How far one message came: `session` before MAIL, `envelope` up to the reply to DATA, `data` once content was written. */
export type SmtpPhase = 'session' | 'envelope' | 'data';

type Verdict = Obstacle | 'rejected' | 'doubtful';

interface Rule {
  phases: SmtpPhase[];
  /** Inclusive range of reply codes; `null`: no reply came. */
  codes: [number, number] | null;
  verdict: Verdict;
}

const before: SmtpPhase[] = ['session', 'envelope'];
const any: SmtpPhase[] = ['session', 'envelope', 'data'];

/**
 * The outcome of a failure; the first rule that fits decides. A reply of 4xx or 5xx is the server's word
 * that it did not take the message (RFC 5321, 4.2.1), also after the content; 421 counts as 451 (3.8). Without a reply
 * the message is safe only as long as none of its content was written.
 */
export const smtpRules: Rule[] = [
  { phases: any, codes: [421, 421], verdict: 'throttled' },
  { phases: any, codes: [450, 452], verdict: 'throttled' },
  // Our log-in or what it lacks is refused, not this message (RFC 4954, section 6).
  { phases: any, codes: [530, 530], verdict: 'refused' },
  { phases: any, codes: [534, 538], verdict: 'refused' },
  // No message was named yet: every message would get the same answer.
  { phases: ['session'], codes: [400, 599], verdict: 'unreachable' },
  { phases: any, codes: [400, 499], verdict: 'temporary' },
  { phases: ['envelope', 'data'], codes: [500, 599], verdict: 'rejected' },
  { phases: before, codes: null, verdict: 'unreachable' },
  { phases: before, codes: [0, 999], verdict: 'temporary' },
  { phases: ['data'], codes: null, verdict: 'doubtful' },
  { phases: ['data'], codes: [0, 999], verdict: 'doubtful' },
];

/** The outcome of a failed try: `code` is the server's reply, absent when none came. */
export function classifySmtp(phase: SmtpPhase, code: number | undefined, reason: string): HandOver {
  const rule = smtpRules.find(
    ({ phases, codes }) =>
      phases.includes(phase) && (code === undefined ? codes === null : !!codes && codes[0] <= code && code <= codes[1]),
  );
  const refusal = code !== undefined && code >= 400 && code <= 599;
  const verdict = refusal && saysDayIsUsedUp(reason) ? 'exhausted' : (rule?.verdict ?? 'doubtful');
  if (verdict === 'doubtful' || verdict === 'rejected') return { outcome: verdict, reason };
  return { outcome: 'not_accepted', kind: verdict, reason };
}

/** Replies that name the id under which the server queued the message: Postfix, Exim, Amazon SES and others. */
const QUEUE_ID = [/queued as ([\w.-]{4,100})/i, /\bid=([\w.-]{4,100})/i, /^250 ok ([0-9a-f]+(?:-[0-9a-f]+)+)$/i];

/** The id in the reply to an accepted message; without one our own Message-ID, without its angle brackets. */
export function acceptedId(reply: string, raw: Buffer): string {
  for (const pattern of QUEUE_ID) {
    const id = pattern.exec(reply.trim())?.[1];
    if (id) return id;
  }
  const head = raw.toString('latin1', 0, Math.max(0, raw.indexOf('\r\n\r\n')));
  return /^message-id:\s*<([^<>\s]+)>/im.exec(head)?.[1] ?? '';
}
