/** The far end of one connection to Amazon SES: whole requests in, an answer to each. Knows what the bench needs. */

export interface SesPeer {
  reply(answer: string): void;
  /** An email was taken. */
  taken(emailId: string): void;
}

const emailIdTag = /Tags\.member\.(\d)\.Name=emailId&Tags\.member\.\1\.Value=([0-9a-f-]{36})/;

export class SesSession {
  readonly #peer: SesPeer;
  #buffer = '';

  constructor(peer: SesPeer) {
    this.#peer = peer;
  }

  /** `chunk`: latin1. A request may come in pieces, and several in one. */
  receive(chunk: string): void {
    this.#buffer += chunk;
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#buffer.slice(0, head))?.[1] ?? 0);
      const end = head + 4 + length;
      if (this.#buffer.length < end) return;
      this.#answer(this.#buffer.slice(head + 4, end));
      this.#buffer = this.#buffer.slice(end);
    }
  }

  #answer(form: string): void {
    if (!form.startsWith('Action=SendRawEmail&')) {
      const error = '<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not allowed</Message></Error>';
      return this.#reply('403 Forbidden', `<ErrorResponse>${error}</ErrorResponse>`);
    }
    const id = emailIdTag.exec(form)?.[2] ?? '';
    this.#peer.taken(id);
    const result = `<SendRawEmailResult><MessageId>0100-${id}</MessageId></SendRawEmailResult>`;
    this.#reply('200 OK', `<SendRawEmailResponse>${result}</SendRawEmailResponse>`);
  }

  #reply(status: string, body: string): void {
    this.#peer.reply(`HTTP/1.1 ${status}\r\ncontent-type: text/xml\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  }
}
