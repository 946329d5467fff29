import { Test } from '@nestjs/testing';
import { readConfig } from '@waybill/bootstrap/config';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Broadcast } from '@waybill/messaging/broadcast';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { Outbox } from '@waybill/messaging/event/outbox';
import { WakeUps } from '@waybill/messaging/wake-ups';
import { DataSource } from 'typeorm';
import { AcceptService } from './accept/accept.service';
import { deliverySettings } from './config';
import { DeliveryModule } from './delivery.module';
import { SendWorker } from './queue/send.worker';

/** The providers of the process around the module: database, messaging. */
const outside = new Map<unknown, unknown>([
  [Db, {}],
  [Outbox, {}],
  [AskClient, {}],
  [Broadcast, { subscribe: () => {} }],
  [WakeUps, { on: () => {}, send: () => {} }],
  [EventConsumers, { register: () => {} }],
  [DataSource, { entityMetadatas: [], options: { type: 'postgres' }, getRepository: () => ({}) }],
]);

it.each(['simulator', 'smtp', 'ses'])('the module builds every class with the provider %s', async (provider) => {
  const config = readConfig(deliverySettings, { EMAIL_PROVIDER: provider });
  const module = await Test.createTestingModule({ imports: [DeliveryModule.forRoot(config as never)] })
    .useMocker((token) => {
      if (!outside.has(token)) throw new Error(`the module does not provide ${String(token)}`);
      return outside.get(token) as object;
    })
    .compile();
  expect(module.get(AcceptService)).toBeInstanceOf(AcceptService);
  expect(module.get(SendWorker)).toBeInstanceOf(SendWorker);
});
