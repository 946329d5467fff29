/**
 * The ceiling's edge: Nest on Fastify, and what arrives in one turn of the event loop travels as one NATS request.
 * No key, no validation, no rules. Decorators are applied as the functions they are, so that Node runs this file as it is.
 */
import 'reflect-metadata';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { connect, JSONCodec } from 'nats';
import type { NatsConnection } from 'nats';

interface Waiting {
  item: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Nest's transport takes an ask in this wrapping and answers `{response}`. */
const codec = JSONCodec<{ pattern: string; id: string; data: unknown[] } | { response: unknown[] }>();

class Coalescer {
  readonly #nats: NatsConnection;
  #queue: Waiting[] = [];

  constructor(nats: NatsConnection) {
    this.#nats = nats;
  }

  add(item: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#queue.push({ item, resolve, reject }) === 1) setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#queue;
    this.#queue = [];
    try {
      const data = batch.map(({ item }) => item);
      const ask = codec.encode({ pattern: 'ceiling.track', id: '1', data });
      const reply = await this.#nats.request('ceiling.track', ask, { timeout: 10_000 });
      const { response } = codec.decode(reply.data) as { response: unknown[] };
      batch.forEach(({ resolve }, index) => resolve(response[index]));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}

class TrackController {
  readonly #asks = new Coalescer(nats);

  track(body: unknown): Promise<unknown> {
    return this.#asks.add(body);
  }
}

class Gateway {}

const nats = await connect({ servers: process.env.NATS_URL });
const track = Object.getOwnPropertyDescriptor(TrackController.prototype, 'track') as TypedPropertyDescriptor<unknown>;
Controller()(TrackController);
Post('track')(TrackController.prototype, 'track', track);
HttpCode(200)(TrackController.prototype, 'track', track);
Body()(TrackController.prototype, 'track', 0);
Module({ controllers: [TrackController] })(Gateway);

const app = await NestFactory.create(Gateway, new FastifyAdapter(), { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
