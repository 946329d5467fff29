/** The sink process: a mail server on loopback that takes everything and counts by email id. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { SinkMessage, SinkOrder } from './sink.ts';
import { emailIdOf, SmtpSession } from './smtp-session.ts';

const copies = new Map<string, number>();
let taken = 0;
let firstAt = 0;
let lastAt = 0;

const tell = (message: SinkMessage): void => void process.send?.(message);

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  const session = new SmtpSession({
    reply: (line) => void socket.write(`${line}\r\n`),
    message: (source) => {
      const id = emailIdOf(source);
      lastAt = Date.now();
      firstAt ||= lastAt;
      taken += 1;
      copies.set(id, (copies.get(id) ?? 0) + 1);
      tell({ event: 'mail', id, at: performance.timeOrigin + performance.now() });
    },
    quit: () => void socket.end(),
  });
  socket.on('data', (chunk) => session.receive(String(chunk)));
  socket.on('error', () => undefined);
});

server.listen(0, '127.0.0.1', () => tell({ event: 'listening', port: (server.address() as AddressInfo).port }));

process.on('message', (_order: SinkOrder) => {
  const doubles = [...copies.values()].filter((count) => count > 1).length;
  tell({ event: 'counts', counts: { taken, ids: [...copies.keys()], doubles, firstAt, lastAt } });
});
process.once('disconnect', () => process.exit(0));
