/**
 * The ceiling's service: Nest's NATS transport, and what waits is one multi-row insert and one commit, two under way at
 * most. No contact, no check, no fact.
 */
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload, Transport } from '@nestjs/microservices';
import pg from 'pg';
import { v7 } from 'uuid';

interface Waiting {
  items: object[];
  resolve(ids: string[]): void;
  reject(error: unknown): void;
}

const statement = {
  name: 'ceiling_insert',
  text: 'INSERT INTO ceiling_event (id, data) SELECT * FROM unnest($1::uuid[], $2::jsonb[])',
};

class Store {
  #queue: Waiting[] = [];
  #running = 0;

  insert(items: object[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ items, resolve, reject });
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#running >= 2 || this.#queue.length === 0) return;
    const batch = this.#queue;
    this.#queue = [];
    this.#running += 1;
    void this.#write(batch).finally(() => {
      this.#running -= 1;
      this.#pump();
    });
  }

  async #write(batch: Waiting[]): Promise<void> {
    const items = batch.flatMap((waiting) => waiting.items);
    const ids = items.map(() => v7());
    try {
      await pool.query({ ...statement, values: [ids, items.map((item) => JSON.stringify(item))] });
      let first = 0;
      for (const waiting of batch) waiting.resolve(ids.slice(first, (first += waiting.items.length)));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}

class StoreController {
  readonly #store = new Store();

  async track(items: object[]): Promise<object[]> {
    return (await this.#store.insert(items)).map((id) => ({ success: true, data: { event: id } }));
  }
}

class Service {}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS ceiling_event (id uuid PRIMARY KEY, data jsonb NOT NULL)');
const track = Object.getOwnPropertyDescriptor(StoreController.prototype, 'track') as TypedPropertyDescriptor<unknown>;
Controller()(StoreController);
MessagePattern('ceiling.track')(StoreController.prototype, 'track', track);
Payload()(StoreController.prototype, 'track', 0);
Module({ controllers: [StoreController] })(Service);

const options = { servers: [process.env.NATS_URL ?? ''] };
const app = await NestFactory.createMicroservice(Service, { transport: Transport.NATS, options, logger: false });
await app.listen();
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
