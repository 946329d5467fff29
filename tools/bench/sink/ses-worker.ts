/** An Amazon SES on loopback, as a process: takes everything by the Query API's `SendRawEmail` and counts by email id. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Arrivals } from './arrivals.ts';
import { SesSession } from './ses-session.ts';

const arrivals = new Arrivals();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  const session = new SesSession({
    reply: (answer) => void socket.write(answer, 'latin1'),
    taken: (emailId) => arrivals.note(emailId),
  });
  socket.on('data', (chunk) => session.receive(String(chunk)));
  socket.on('error', () => undefined);
});

server.listen(0, '127.0.0.1', () => arrivals.listening((server.address() as AddressInfo).port));
