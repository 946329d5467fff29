import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { AskClient } from './ask/ask-client';
import { WakeUps } from './wake-ups';
import { Broadcast } from './broadcast';
import { DeadLetters } from './event/dead-letter';
import { EventConsumers } from './event/event-consumers';
import { EventsStream } from './event/events-stream';
import { Inbox } from './event/inbox';
import { MessagingMetrics } from './messaging-metrics';
import { NatsLink } from './nats/nats-link';
import { Outbox } from './event/outbox';
import { OutboxRelay } from './event/outbox-relay';
import { PayloadCodec } from './ask/payload';
import { ProjectEraser, type ProjectData } from './project-eraser';

export interface MessagingOptions {
  link: NatsLink;
  codec: PayloadCodec;
  /** Milliseconds that another service may take to answer. */
  askDeadline?: number;
  /** The service's own schema, which holds its outbox, inbox and dead letters. */
  schema: string;
  /** The data to delete when a project is reset or deleted; absent where the service deletes it itself. */
  projectData?: ProjectData;
}

/** Everything a service speaks to the others with. */
@Global()
@Module({})
export class MessagingModule {
  static forRoot({ link, codec, askDeadline, schema, projectData }: MessagingOptions): DynamicModule {
    const stream = new EventsStream(link);
    return {
      module: MessagingModule,
      providers: [
        { provide: NatsLink, useFactory: () => link },
        { provide: AskClient, useFactory: () => new AskClient(link, codec, askDeadline) },
        { provide: WakeUps, useFactory: () => new WakeUps(link) },
        { provide: Broadcast, useFactory: () => new Broadcast(link) },
        { provide: Outbox, useFactory: () => new Outbox(schema) },
        {
          provide: OutboxRelay,
          useFactory: (outbox: Outbox, db: Db) => new OutboxRelay(outbox, db, stream, link),
          inject: [Outbox, Db],
        },
        {
          provide: EventConsumers,
          useFactory: (db: Db) =>
            new EventConsumers(db, link, stream, new Inbox(db, schema), new DeadLetters(db, schema)),
          inject: [Db],
        },
        {
          provide: MessagingMetrics,
          useFactory: (db: Db, consumers: EventConsumers) => new MessagingMetrics(db, schema, consumers),
          inject: [Db, EventConsumers],
        },
        ...(projectData ? [eraser(projectData)] : []),
      ],
      exports: [AskClient, WakeUps, Broadcast, Outbox, EventConsumers],
    };
  }
}

const eraser = (data: ProjectData): Provider => ({
  provide: ProjectEraser,
  useFactory: (db: Db, outbox: Outbox, consumers: EventConsumers) => new ProjectEraser(db, outbox, consumers, data),
  inject: [Db, Outbox, EventConsumers],
});
