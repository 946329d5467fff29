/** The sink process: a mail server on loopback that takes everything and counts by email id. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Arrivals } from './arrivals.ts';
import { emailIdOf, SmtpSession } from './smtp-session.ts';

const arrivals = new Arrivals();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  const session = new SmtpSession({
    reply: (line) => void socket.write(`${line}\r\n`),
    message: (source) => arrivals.note(emailIdOf(source)),
    quit: () => void socket.end(),
  });
  socket.on('data', (chunk) => session.receive(String(chunk)));
  socket.on('error', () => undefined);
});

server.listen(0, '127.0.0.1', () => arrivals.listening((server.address() as AddressInfo).port));
