import { EVENTS_STREAM } from '@waybill/contracts/events';
import { connect } from 'nats';
import { inboxPrefixOf } from './nats-link';
import { natsAccess, type NatsSettings } from './nats-options';

/** The state of NATS as a service meets it. */
export interface NatsExamination {
  version: string;
  /** Servers of the cluster that the client knows of. */
  servers: number;
  hasJetStream: boolean;
  /** Bytes of the largest message. */
  maxPayload: number;
  /** Null when the stream of events is not there. */
  stream: { replicas: number; messages: number } | null;
}

/** Connects once and looks. @throws the client's error when it cannot connect within three seconds */
export async function examineNats(settings: NatsSettings, service: string): Promise<NatsExamination> {
  const inboxPrefix = inboxPrefixOf(service);
  const options = { ...natsAccess(settings), name: `${service} doctor`, inboxPrefix, timeout: 3_000, reconnect: false };
  const connection = await connect(options);
  try {
    const {
      version = '',
      jetstream = false,
      max_payload: maxPayload = 0,
      connect_urls: urls = [],
    } = connection.info ?? {};
    const manager = await connection.jetstreamManager({ timeout: 2_000, checkAPI: false });
    const info = await manager.streams.info(EVENTS_STREAM.name).catch(() => null);
    const stream = info && { replicas: info.config.num_replicas, messages: info.state.messages };
    return { version, servers: Math.max(1, urls.length), hasJetStream: jetstream, maxPayload, stream };
  } finally {
    await connection.close();
  }
}
