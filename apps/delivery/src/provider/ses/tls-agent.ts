import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';

/**
 * An agent that ends a TLS handshake after `handshakeMs`. Without it a server that accepts connections and never answers
 * would leave an email with an unknown outcome, although nothing of it was sent.
 */
export class TlsAgent extends Agent {
  constructor(
    options: AgentOptions,
    private readonly handshakeMs: number,
  ) {
    super(options);
  }

  override createConnection(...args: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    const socket = super.createConnection(...args);
    if (!socket) return socket;
    const message = `did not establish a connection with the server: no TLS handshake within ${this.handshakeMs} ms`;
    const timer = setTimeout(() => socket.destroy(new Error(message)), this.handshakeMs);
    for (const event of ['secureConnect', 'close']) socket.once(event, () => clearTimeout(timer));
    return socket;
  }
}
