import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Module,
  Param,
  Post,
  Query,
  Req,
  Res,
  type CanActivate,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ListContacts } from '@waybill/contracts/contacts/contact';
import { Track } from '@waybill/contracts/contacts/track';
import { AppError } from '@waybill/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeHandler } from '../routes/route-table';
import { directly, DirectRoute, methodOf } from './direct-route';
import { EnvelopeFilter } from './envelope.filter';
import { valid } from './valid';

class Guard implements CanActivate {
  async canActivate(context: Parameters<CanActivate['canActivate']>[0]): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers['x-refused']) throw new AppError('FORBIDDEN', 'refused');
    return !headers['x-denied'];
  }
}

/** The same handler on both kinds of route. */
class Echo {
  protected answer(body: Track, request: FastifyRequest, reply: FastifyReply) {
    if (body.event === 'conflict') throw new AppError('CONFLICT', 'there already');
    void reply.header('x-seen', request.headers['x-given'] ?? 'nothing');
    return Promise.resolve({ event: body.event, subscribed: body.subscribed });
  }

  protected page(query: ListContacts) {
    return Promise.resolve(Buffer.from(JSON.stringify({ data: ['ä'], query })));
  }
}

@Controller('layered')
class Layered extends Echo {
  @Post()
  @HttpCode(202)
  post(
    @Body(valid(Track)) body: Track,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(body, request, reply);
  }

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  list(@Query(valid(ListContacts)) query: ListContacts) {
    return this.page(query);
  }
}

@Controller('direct')
class Direct extends Echo {
  @Post()
  @HttpCode(202)
  @DirectRoute(1_024)
  post(
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(valid(Track)) body: Track,
    @Req() request: FastifyRequest,
  ) {
    return this.answer(body, request, reply);
  }

  @Get()
  @HttpCode(200)
  @DirectRoute()
  list(@Query(valid(ListContacts)) query: ListContacts) {
    return this.page(query);
  }

  @Post('with/:id')
  @HttpCode(200)
  withParameter(@Param('id') id: string) {
    return id;
  }

  @Post('silent')
  withoutStatus(@Body(valid(Track)) body: Track) {
    return body;
  }
}

@Module({
  controllers: [Layered, Direct],
  providers: [
    { provide: APP_GUARD, useClass: Guard },
    { provide: APP_FILTER, useClass: EnvelopeFilter },
  ],
})
class Root {}

let app: NestFastifyApplication;
let direct = 0;

beforeAll(async () => {
  const adapter = new FastifyAdapter({ genReqId: () => 'a-request' });
  app = await NestFactory.create<NestFastifyApplication>(Root, adapter, { logger: false });
  adapter.getInstance().addHook('onRoute', (route) => {
    if (!(route.config as { direct?: true } | undefined)?.direct) return;
    direct++;
    route.handler = directly(app, routeHandler(app, methodOf(route), route.url));
  });
  await app.init();
  await adapter.getInstance().ready();
});
afterAll(() => app.close());

async function post(url: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: 'POST', url, payload, headers });
  const { timestamp: _timestamp, ...body } = answer.json();
  if (body.error) delete body.error.requestId;
  return { status: answer.statusCode, type: answer.headers['content-type'], seen: answer.headers['x-seen'], body };
}

const track = { email: 'ada@example.com', event: 'signed up' };

describe('a direct route', () => {
  it.each([
    ['a good request', { ...track, subscribed: true }, { 'x-given': 'this' }, 202],
    ['unknown fields', { ...track, other: 1 }, {}, 202],
    ['a field that is wrong', { ...track, email: 'nobody' }, {}, 422],
    ['a body that is no object', [], {}, 400],
    ['an error of the handler', { ...track, event: 'conflict' }, {}, 409],
    ['a guard that refuses', track, { 'x-refused': '1' }, 403],
    ['a guard that says no', track, { 'x-denied': '1' }, 403],
  ])('answers %s as a route of Nest does', async (_what, body, headers, status) => {
    const answers = [await post('/direct', body, headers), await post('/layered', body, headers)];
    expect(answers[0]).toMatchObject({ status });
    expect(answers[0]).toEqual(answers[1]);
    expect(direct).toBe(3);
  });

  it.each(['', '?limit=5&search=anna&other=1', '?limit=0', '?subscribed=maybe&sort=name', '?cursor=%00'])(
    'reads the query %j and answers JSON of a buffer as a route of Nest does, HEAD too',
    async (query) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const answers = await Promise.all(
          ['direct', 'layered'].map((path) => app.inject({ method, url: `/${path}${query}` })),
        );
        const [direct, layered] = answers.map(({ statusCode, headers, body }) => {
          const { date: _date, ...rest } = headers;
          return { statusCode, rest, body: body.replace(/"timestamp":"[^"]*"/, '') };
        });
        expect(direct).toEqual(layered);
      }
    },
  );

  it.each([
    ['takes more than body, query, request and reply', '/direct/with/:id', /takes body, query, request and reply/],
    ['does not say its status', '/direct/silent', /says its status/],
  ])('is refused at the start when its handler %s', (_what, path, problem) => {
    expect(() => directly(app, routeHandler(app, 'POST', path))).toThrow(problem);
  });
});
