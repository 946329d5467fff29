import { randomUUID } from 'node:crypto';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import type { Db } from '@waybill/database/db';
import type { ProviderAccount } from '../account/provider-account';
import { messageKey, type MessageStore } from '../message/message.store';
import type { Outbound } from '../outgoing/parcel';
import { claimByTurns, claimOldest, claimPaced, type ClaimedEmail, type ClaimRow, type ClaimState } from './claim.sql';
import type { Lane } from './email-state';
import { QueueSpan } from './queue-span';

export interface ClaimsOptions {
  /** Emails per second that one project may send; 0: as many as the provider takes. */
  projectRate: number;
}

/** What a lane got. */
export interface Taken {
  taken: Outbound[];
  /** May there be more that is due and allowed now? */
  more: boolean;
  /** Milliseconds after which it is worth looking again, where it is known. */
  waitMs?: number;
}

interface Claim {
  emails: ClaimedEmail[];
  state: ClaimState;
  more: boolean;
}

/** Before every project. */
const start = '00000000-0000-0000-0000-000000000000';

/** Where the turns of a lane go on. */
interface Turn {
  /** Behind this project. */
  after: string;
  /** Since the first project no email was found. */
  inVain: boolean;
}

const firstTurn: Turn = { after: start, inVain: false };

/** A bucket is looked at so often at most: a fast one then gives several tokens at once. Milliseconds. */
const shortestWait = 25;
/** A shut account is looked at so often: another process may find it open. Milliseconds. */
const longestWait = 1_000;

/** Claims due emails and brings their content along. */
export class EmailClaims {
  /** Where the turns of a lane go on; a lane that is not here has no backlog: the oldest email first. */
  private readonly turns = new Map<Lane, Turn>();
  /** Nothing is allowed before: `performance.now()`. */
  private readonly notBefore = new Map<Lane, number>();
  private readonly span: QueueSpan;

  constructor(
    private readonly db: Db,
    private readonly messages: MessageStore,
    /** In the order in which they are used: the next one takes over while nothing may be claimed for the one before. */
    private readonly accounts: readonly ProviderAccount[],
    private readonly options: ClaimsOptions,
  ) {
    this.span = new QueueSpan(db);
  }

  /**
   * At most `count` due emails of a lane, each now held by this process alone; two statements, one when the content is at
   * hand. One more for each account that is found shut.
   */
  async take(lane: Lane, count: number): Promise<Taken> {
    const blocked = (this.notBefore.get(lane) ?? 0) - performance.now();
    if (blocked > 0) return { taken: [], more: false, waitMs: blocked };
    const claims: [ProviderAccount, Claim][] = [];
    const claimedAt = performance.now();
    let room = count;
    for (const account of this.accounts) {
      if (account.health.shutFor > 0) continue;
      const claim = await this.claim(account, lane, room).catch((error: unknown) => {
        // What is claimed already must leave, or it would be in doubt without a call.
        if (claims.length === 0) throw error;
      });
      if (!claim) break;
      claims.push([account, claim]);
      room -= claim.emails.length;
      if (room <= 0 || !this.isTakenOver(account, claim.state)) break;
    }
    const taken = await this.outbound(claims, claimedAt);
    return { taken, ...this.next(lane, claims) };
  }

  /**
   * Should the next account go on? Only while this one's circuit is open, an email tries whether it can be closed, or its
   * quota of 24 hours is used up: a rate per second is waited for.
   */
  private isTakenOver({ health }: ProviderAccount, { shut_why, shut_ms, trial }: ClaimState): boolean {
    if (shut_why !== null) health.shut(shut_ms ?? 0, shut_why);
    else if (!trial) health.opened();
    return shut_why !== null || trial === true;
  }

  private async claim({ name }: ProviderAccount, lane: Lane, count: number): Promise<Claim> {
    const { projectRate } = this.options;
    const values: unknown[] = [lane, count, randomUUID(), name, this.span.since()];
    const turn = this.turns.get(lane) ?? (projectRate > 0 ? firstTurn : undefined);
    if (!turn) return this.readClaim(lane, count, await this.db.query(claimOldest, values));
    const rows =
      projectRate > 0
        ? await this.db.query<ClaimRow>(claimPaced, [...values, turn.after, projectRate])
        : await this.db.query<ClaimRow>(claimByTurns, [...values, turn.after]);
    return this.readTurn(lane, count, turn, rows);
  }

  /** A full claim is the sign of a backlog: from then on projects take turns. */
  private readClaim(lane: Lane, count: number, rows: ClaimRow[]): Claim {
    const claim = toClaim(rows);
    const full = claim.emails.length > 0 && claim.emails.length >= limitOf(claim, count);
    if (full) this.turns.set(lane, firstTurn);
    return { ...claim, more: full };
  }

  /** The turns go on behind the last project that was served; after a whole round without any email the backlog is gone. */
  private readTurn(lane: Lane, count: number, { after, inVain }: Turn, rows: ClaimRow[]): Claim {
    const claim = toClaim(rows);
    const { emails, state } = claim;
    const limit = limitOf(claim, count);
    if (limit === 0) return { ...claim, more: false };
    const last = emails.reduce((highest, { project_id: id }) => (id > highest ? id : highest), after);
    const next = emails.length > 0 && emails.length >= limit ? last : (state.cursor ?? start);
    const fromStart = after === start || inVain;
    const isOver = emails.length === 0 && next === start && fromStart;
    if (isOver) this.turns.delete(lane);
    else this.turns.set(lane, { after: next, inVain: emails.length === 0 && fromStart });
    return { ...claim, more: !isOver };
  }

  private next(lane: Lane, claims: [ProviderAccount, Claim][]): Pick<Taken, 'more' | 'waitMs'> {
    const last = claims.at(-1)?.[1];
    const waitMs = last ? waitOf(last) : Math.min(...this.accounts.map(({ health }) => health.shutFor));
    if (waitMs > 0) this.notBefore.set(lane, performance.now() + waitMs);
    return { more: waitMs === 0 && (last?.more ?? false), waitMs: waitMs || undefined };
  }

  private async outbound(claims: [ProviderAccount, Claim][], claimedAt: number): Promise<Outbound[]> {
    const emails = claims.flatMap(([, claim]) => claim.emails);
    if (emails.length === 0) return [];
    crashPoint('delivery.after-claim');
    const contents = await this.messages.load(emails);
    return claims.flatMap(([account, { emails: own, state }]) =>
      own.map((email) => ({
        email,
        content: contents.get(messageKey(email.project_id, email.message_id)),
        account,
        isTrial: state.trial === true,
        claimedAt,
      })),
    );
  }
}

function toClaim(rows: ClaimRow[]): Omit<Claim, 'more'> {
  const emails = rows.filter((row): row is ClaimState & ClaimedEmail => row.id !== null);
  return { emails, state: rows[0] as ClaimState };
}

/** How many emails the claim could have brought. */
function limitOf({ state: { spare, day_left, shut_ms, trial } }: Pick<Claim, 'state'>, count: number): number {
  if (shut_ms !== null && shut_ms > 0) return 0;
  const most = Math.min(trial ? 1 : count, day_left ?? Infinity);
  return spare === null ? most : Math.min(most, Math.max(0, Math.floor(spare)));
}

/** Milliseconds until the account gives the next token; 0 when it still has one. */
function waitOf({ emails, state: { rate, spare, shut_ms } }: Claim): number {
  if (shut_ms !== null && shut_ms > 0) return Math.min(shut_ms, longestWait);
  if (rate === null || spare === null || emails.length < Math.floor(spare)) return 0;
  const missing = Math.max(0, Math.floor(spare)) + 1 - spare;
  return Math.max(shortestWait, (missing / rate) * 1_000);
}
