/** The server's side of one SMTP conversation (RFC 5321) that takes everything, with pipelining (RFC 2920). */
const EXTENSIONS = ['bench', 'PIPELINING', 'SIZE 52428800', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'];
const GREETING = EXTENSIONS.map((name, index) => `250${index < EXTENSIONS.length - 1 ? '-' : ' '}${name}`).join('\r\n');
const END = '\r\n.\r\n';

export interface SmtpEvents {
  reply(line: string): void;
  /** A whole message arrived; its reply follows. */
  message(source: string): void;
  quit(): void;
}

export class SmtpSession {
  readonly #events: SmtpEvents;
  #text = '';
  #data = false;

  constructor(events: SmtpEvents) {
    this.#events = events;
    events.reply('220 bench ESMTP');
  }

  receive(chunk: string): void {
    this.#text += chunk;
    while (this.#data ? this.#message() : this.#command());
  }

  #message(): boolean {
    const end = this.#text.indexOf(END);
    if (end < 0) return false;
    const source = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + END.length);
    this.#data = false;
    this.#events.message(source);
    this.#events.reply('250 2.0.0 taken');
    return true;
  }

  #command(): boolean {
    const end = this.#text.indexOf('\r\n');
    if (end < 0) return false;
    const verb = this.#text.slice(0, end).slice(0, 4).toUpperCase();
    this.#text = this.#text.slice(end + 2);
    if (verb === 'QUIT') {
      this.#events.reply('221 2.0.0 bye');
      this.#events.quit();
      return false;
    }
    this.#data = verb === 'DATA';
    this.#events.reply(this.#data ? '354 go on' : verb === 'EHLO' ? GREETING : '250 2.0.0 ok');
    return true;
  }
}

/** The ledger's id of an email, from the header the platform writes into every message; empty where there is none. */
export function emailIdOf(source: string): string {
  const head = source.slice(0, source.indexOf('\r\n\r\n'));
  return /^x-waybill-email-id: *(\S+)/im.exec(head)?.[1] ?? '';
}
