import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '@waybill/testing/self-signed';
import { SesConnection } from './ses-connection';

const connectMs = 1_000;
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const day = 86_400_000;
const cert = selfSigned(keys, 'localhost', new Date(Date.now() - day), new Date(Date.now() + day));
const trusted = getCACertificates('default');

describe('SesConnection over TLS', () => {
  let server: Server;
  let connections = 0;
  let connection: SesConnection | undefined;

  beforeAll(async () => {
    const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    server = createServer({ key, cert }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        setTimeout(() => response.end(body), body === 'slow' ? connectMs + 200 : 0);
      });
    });
    server.on('secureConnection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  });
  afterEach(() => {
    setDefaultCACertificates(trusted);
    connection?.close();
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const post = (body: string) => {
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
    connection ??= new SesConnection({ url, maxSockets: 5, connectTimeoutMs: connectMs, requestTimeoutMs: 5_000 });
    return connection.post(['host', url.host], body);
  };

  it('believes no certificate that nobody it knows has signed', async () => {
    await expect(post('secret')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('waits longer for an answer than for a connection, which it uses again', async () => {
    setDefaultCACertificates([...trusted, cert]);
    connections = 0;
    expect(await post('slow')).toMatchObject({ status: 200, body: 'slow' });
    expect(await post('again')).toMatchObject({ status: 200, body: 'again' });
    expect(connections).toBe(1);
  });
});
