import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from '@waybill/stack/process/ports';
import { loopbackCertificate } from '@waybill/testing/fake/self-signed';
import { readConfig } from '@waybill/bootstrap/config';
import { register } from 'prom-client';
import type { SMTPServerDataStream } from 'smtp-server';
import { gatewaySettings } from '../config';
import { SmtpRefusal } from './smtp-reply';
import { SubmissionService, type SubmissionHandlers } from './submission.service';

const folder = mkdtempSync(join(tmpdir(), 'waybill-submission-'));
const { certificate, key } = loopbackCertificate();
writeFileSync(join(folder, 'cert.pem'), certificate);
writeFileSync(join(folder, 'key.pem'), key);
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes every log-in and every message. */
const handlers: SubmissionHandlers = {
  login: async (_auth, session, connection) => {
    if (session.remoteAddress === '') throw new SmtpRefusal(535, '5.7.8', 'no');
    connection.loggedIn();
    return { projectId: 'p', key: 'k' };
  },
  begin: async (session, connection) => {
    if (!session.user) throw new SmtpRefusal(530, '5.7.0', 'Must issue a STARTTLS command first');
    connection.messageBegins(() => session.envelope.mailFrom !== false);
  },
  recipient: () => undefined,
  message: (stream: SMTPServerDataStream, _session, connection) =>
    connection.accept(async () => {
      let bytes = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.byteLength;
      return `2.0.0 ${bytes} bytes`;
    }),
};

let service: SubmissionService;
let port: number;
let tlsPort: number;

async function start(env: Record<string, string> = {}): Promise<void> {
  [port, tlsPort] = [await freePort(), await freePort()];
  const ports = { SUBMISSION_PORT: String(port), SUBMISSION_TLS_PORT: String(tlsPort), SUBMISSION_HOST: '0.0.0.0' };
  const files = { SUBMISSION_TLS_CERT: join(folder, 'cert.pem'), SUBMISSION_TLS_KEY: join(folder, 'key.pem') };
  register.clear();
  service = new SubmissionService(readConfig(gatewaySettings, { ...ports, ...files, ...env }), handlers);
  await service.onApplicationBootstrap();
}
afterEach(() => service.beforeApplicationShutdown());

interface Client {
  socket: Socket;
  text: () => string;
  until: (pattern: RegExp) => Promise<string>;
  closed: Promise<unknown>;
}

function talk(socket: Socket): Client {
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => (isClosed = true));
  const until = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text)) {
      if (isClosed) throw new Error(`closed after ${text}`);
      await Promise.race([once(socket, 'data'), closed]);
    }
    return text;
  };
  return { socket, text: () => text, until, closed };
}
const open = (host = '127.0.0.1', at = port): Client => talk(connect({ host, port: at }));

const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

describe('a port of SMTP submission', () => {
  it('takes a message and answers when the handler has it, also when it is opened twice', async () => {
    await start();
    await service.onApplicationBootstrap();
    const client = open();
    await client.until(/^220 .* ESMTP Waybill\r\n/);
    client.socket.write(
      'EHLO a.example\r\nAUTH PLAIN AHgAeQ==\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\n',
    );
    await client.until(/354 /);
    client.socket.write('one\r\n..two\r\n.\r\nQUIT\r\n');
    expect(await client.until(/221 /)).toMatch(/250 2\.0\.0 11 bytes\r\n221 /);
    expect(client.text()).toMatch(/250-AUTH LOGIN PLAIN|250-AUTH PLAIN LOGIN/);
    expect(client.text()).toContain('SIZE 41943040');
  });

  (outside ? it : it.skip)('offers no log-in in the clear to another machine, and does after STARTTLS', async () => {
    await start();
    const client = open(outside);
    await client.until(/^220 /);
    client.socket.write('EHLO a.example\r\nAUTH PLAIN AHgAeQ==\r\nMAIL FROM:<a@b.example>\r\nSTARTTLS\r\n');
    const text = await client.until(/220 Ready/);
    expect(text).not.toContain('AUTH');
    expect(text).toContain('250-STARTTLS');
    expect(text).toMatch(/500 .*\r\n530 5\.7\.0 Must issue a STARTTLS command first\r\n/);
    client.socket.removeAllListeners('data');
    const secure = talk(connectTls({ socket: client.socket, rejectUnauthorized: false }));
    await once(secure.socket, 'secureConnect');
    secure.socket.write('EHLO a.example\r\nAUTH PLAIN AHgAeQ==\r\nMAIL FROM:<a@b.example>\r\n');
    expect(await secure.until(/235 .*\r\n250 /s)).toMatch(/250-AUTH/);
    secure.socket.destroy();
  });

  it('speaks TLS from the start on the other port, and cuts a handshake that does not come', async () => {
    await start({ SUBMISSION_IDLE_SECONDS: '1' });
    const silent = open('127.0.0.1', tlsPort);
    const client = talk(connectTls({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false }));
    await client.until(/^220 /);
    client.socket.write('EHLO a.example\r\n');
    expect(await client.until(/250 SIZE/)).not.toContain('STARTTLS');
    await silent.closed;
    await client.closed;
  });

  it('cuts a client that stops in the handshake of STARTTLS, and goes on serving', async () => {
    await start({ SUBMISSION_IDLE_SECONDS: '1' });
    const client = open();
    await client.until(/^220 /);
    client.socket.write('EHLO a.example\r\nSTARTTLS\r\n');
    await client.until(/220 Ready/);
    // The head of a TLS record and nothing behind it, byte by byte.
    const dripping = setInterval(() => client.socket.writable && client.socket.write(Buffer.of(0x16)), 100);
    client.socket.write(Buffer.from('16030102', 'hex'));
    await client.closed;
    clearInterval(dripping);
    const next = open();
    await next.until(/^220 /);
    next.socket.destroy();
  });

  it('refuses the connection above its limit, in the clear with 421', async () => {
    await start({ SUBMISSION_CONNECTIONS: '2' });
    const clients = [open(), open()];
    await Promise.all(clients.map((client) => client.until(/^220 /)));
    const third = open();
    await third.until(/^421 4\.3\.2 Too many connections/);
    await third.closed;
    const overTls = open('127.0.0.1', tlsPort);
    await overTls.closed;
    expect(overTls.text()).toBe('');
    clients.forEach(({ socket }) => socket.destroy());
  });

  it('has no STARTTLS without a certificate, and the port with TLS needs one', async () => {
    await start({ SUBMISSION_TLS_PORT: '0', SUBMISSION_TLS_CERT: '', SUBMISSION_TLS_KEY: '' });
    const client = open();
    await client.until(/^220 /);
    client.socket.write('EHLO a.example\r\nSTARTTLS\r\n');
    expect(await client.until(/500 /)).not.toContain('250-STARTTLS');
    client.socket.destroy();
    await service.beforeApplicationShutdown();
    await expect(start({ SUBMISSION_TLS_CERT: '', SUBMISSION_TLS_KEY: '' })).rejects.toThrow(
      'SUBMISSION_TLS_PORT needs',
    );
    await expect(start({ SUBMISSION_TLS_KEY: '' })).rejects.toThrow('belong together');
  });
});
