import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import {
  connect,
  createInbox,
  ErrorCode,
  NatsError,
  type ConnectionOptions,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
} from 'nats';
import { natsAccess, type NatsSettings } from './nats-options';

const connectPauseMs = 250;

/** The subjects under which a service gets answers: its user at NATS may listen to no other inbox. */
export const inboxPrefixOf = (service: string): string => `_INBOX.${service}`;

/** The one NATS connection of a process: asks, answers, events and wake-ups share it. It reconnects for ever. */
export class NatsLink implements OnApplicationShutdown {
  private readonly logger = new Logger(NatsLink.name);
  private connected = true;
  private readonly reconnectListeners: (() => void)[] = [];

  private constructor(
    readonly connection: NatsConnection,
    readonly jetstream: JetStreamClient,
    private readonly inboxPrefix: string,
    /** Servers that keep each stream. */
    readonly replicas: number,
  ) {}

  /**
   * Waits for the first connection, and logs why there is none; later losses are repaired in the background.
   * `name`: the service, and after a space what it does, where it is a command.
   * @throws Error when a setting cannot be used
   */
  static async open(settings: NatsSettings, name: string): Promise<NatsLink> {
    const inboxPrefix = inboxPrefixOf(name.split(' ')[0]!);
    const options: ConnectionOptions = {
      ...natsAccess(settings),
      name,
      inboxPrefix,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
      reconnectJitter: 100,
      // A server that does not answer, with its connection still open, is left for another one after six seconds.
      pingInterval: 2_000,
      maxPingOut: 2,
      // Credentials may be replaced while the process runs: a refusal does not end it.
      ignoreAuthErrorAbort: true,
      // A stack trace for every request costs more than the request.
      noAsyncTraces: true,
    };
    const connection = await connectAtLast(options);
    const jetstream = connection.jetstream({ timeout: 2_000 });
    const link = new NatsLink(connection, jetstream, inboxPrefix, settings.NATS_STREAM_REPLICAS ?? 1);
    void link.watch();
    return link;
  }

  /** False while the server is unavailable: an ask or a publish would only wait for its deadline. */
  get isUp(): boolean {
    return this.connected && !this.connection.isClosed();
  }

  /** True once the server has answered: what was subscribed to before has reached it. Waits for as long as the server says nothing. */
  async answers(): Promise<boolean> {
    if (!this.isUp) return false;
    await this.connection.flush();
    return true;
  }

  /** A subject of its own for answers to this process. */
  newInbox(): string {
    return createInbox(this.inboxPrefix);
  }

  /** Stream administration; each call has a deadline of two seconds. */
  manager(): Promise<JetStreamManager> {
    return this.connection.jetstreamManager({ timeout: 2_000, checkAPI: false });
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
        this.logger.warn('NATS is unavailable: reconnecting');
      } else if (status.type === 'reconnect') {
        this.connected = true;
        this.logger.log('NATS is available again');
        this.reconnectListeners.forEach((listener) => listener());
      } else if (status.type === 'error') {
        const { operation, subject } = status.permissionContext ?? {};
        const refusal = subject ? `: ${operation} ${subject}` : '';
        this.logger.warn(`NATS reports an error: ${String(status.data)}${refusal}`);
      }
    }
    this.connected = false;
  }
}

/** Tries until it is connected; each new problem is written to the log once. */
async function connectAtLast(options: ConnectionOptions): Promise<NatsConnection> {
  const logger = new Logger(NatsLink.name);
  for (let lastProblem = ''; ; await delay(connectPauseMs)) {
    try {
      return await connect(options);
    } catch (error) {
      const problem = textOf(error);
      if (problem !== lastProblem) logger.warn(`cannot connect to NATS, will retry: ${problem}`);
      lastProblem = problem;
    }
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof NatsError)) return error instanceof Error ? error.message : String(error);
  if (error.isAuthError()) return `the server refuses the credentials (${error.message})`;
  if (error.code === ErrorCode.ConnectionRefused) return 'the server refuses the connection';
  return `${error.message} (${error.code})`;
}
