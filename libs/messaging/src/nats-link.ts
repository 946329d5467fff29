import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { connect, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats';

/** The one NATS connection of a process: asks, answers, facts and doorbells share it. It reconnects for ever. */
export class NatsLink implements OnApplicationShutdown {
  private readonly logger = new Logger(NatsLink.name);
  private connected = true;
  private readonly reconnectListeners: (() => void)[] = [];

  private constructor(
    readonly connection: NatsConnection,
    readonly jetstream: JetStreamClient,
  ) {}

  /** Waits for the first connection; later losses are mended in the background. */
  static async open(url: string, name: string): Promise<NatsLink> {
    const connection = await connect({
      servers: url.split(','),
      name,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
      reconnectJitter: 100,
      pingInterval: 5_000,
      maxPingOut: 2,
      // A stack trace for every request costs more than the request.
      noAsyncTraces: true,
    });
    const link = new NatsLink(connection, connection.jetstream({ timeout: 2_000 }));
    void link.watch();
    return link;
  }

  /** False while the server is away: an ask or a publish would only wait for its deadline. */
  get isUp(): boolean {
    return this.connected && !this.connection.isClosed();
  }

  /** Stream administration; each call has a deadline of two seconds. */
  manager(): Promise<JetStreamManager> {
    return this.connection.jetstreamManager({ timeout: 2_000, checkAPI: false });
  }

  /** Sends commands of NATS' protocol as they are, behind what was published before. The server takes them as ours. */
  sendCommands(bytes: Uint8Array): void {
    const { protocol } = this.connection as unknown as { protocol: { sendCommand(bytes: Uint8Array): void } };
    protocol.sendCommand(bytes);
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** After the answers under way: Nest closes the ask server before it calls this. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.connection.isClosed()) await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.connected = false;
        this.logger.warn('NATS is away: reconnecting');
      } else if (status.type === 'reconnect') {
        this.connected = true;
        this.logger.log('NATS is back');
        this.reconnectListeners.forEach((listener) => listener());
      }
    }
    this.connected = false;
  }
}
