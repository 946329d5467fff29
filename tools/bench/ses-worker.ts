/** An Amazon SES on loopback, as a process: takes everything by the Query API's `SendRawEmail` and counts by email id. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Arrivals } from './arrivals.ts';

const arrivals = new Arrivals();
const emailIdTag = /Tags\.member\.(\d)\.Name=emailId&Tags\.member\.\1\.Value=([0-9a-f-]{36})/;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = Buffer.concat(chunks).toString('latin1');
  if (!form.includes('Action=SendRawEmail')) {
    const error = '<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not allowed</Message></Error>';
    response.writeHead(403).end(`<ErrorResponse>${error}</ErrorResponse>`);
    return;
  }
  const id = emailIdTag.exec(form)?.[2] ?? '';
  arrivals.note(id);
  const result = `<SendRawEmailResult><MessageId>0100-${id}</MessageId></SendRawEmailResult>`;
  response.writeHead(200, { 'content-type': 'text/xml' }).end(`<SendRawEmailResponse>${result}</SendRawEmailResponse>`);
}

const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => arrivals.listening((server.address() as AddressInfo).port));
