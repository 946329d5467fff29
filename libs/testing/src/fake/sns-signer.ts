import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './self-signed';

/** A message as Amazon SNS posts it. */
export type SnsEnvelope = Record<string, string>;

/** What the far end does with calls: serves certificates and takes confirmations unless it has a fault. */
export type SnsFault = 'away' | 'hang' | 'redirect' | 'huge' | 'no-certificate';

const day = 24 * 60 * 60_000;
const signed = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  confirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/**
 * The far end of Amazon SNS on loopback: a key, its certificate under `/SimpleNotificationService-….pem`, messages signed as
 * SNS signs them, and the action ConfirmSubscription. What is not signed by it does not pass real verification.
 */
export class SnsSigner {
  readonly topicArn = 'arn:aws:sns:eu-west-1:123456789012:waybill-reports';
  fault: SnsFault | undefined;
  /** Tokens of the subscriptions that were confirmed, and how often a certificate was fetched. */
  readonly confirmed: { topicArn: string; token: string }[] = [];
  fetches = 0;
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly certificate: string;
  private readonly server: Server;

  private constructor(validUntil: Date) {
    this.certificate = selfSigned(this.keys, 'sns.amazonaws.com', new Date(Date.now() - day), validUntil);
    this.server = createServer((request, response) => this.answer(request, response));
  }

  /** Listens on a free port of loopback; its certificate is good for a day unless told otherwise. */
  static async start(validUntil = new Date(Date.now() + day)): Promise<SnsSigner> {
    const signer = new SnsSigner(validUntil);
    await new Promise<void>((resolve) => signer.server.listen(0, '127.0.0.1', resolve));
    return signer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get certificateUrl(): string {
    return `${this.url}/SimpleNotificationService-0123456789abcdef.pem`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  /** A notification that carries `message`, as text or as JSON; `change` replaces fields before it is signed. */
  notification(message: unknown, change: SnsEnvelope = {}): SnsEnvelope {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return this.sign({ Type: 'Notification', Message: text, ...change });
  }

  /** What SNS posts when an address is subscribed (`SubscriptionConfirmation`) or leaves (`UnsubscribeConfirmation`). */
  confirmation(type: 'SubscriptionConfirmation' | 'UnsubscribeConfirmation', change: SnsEnvelope = {}): SnsEnvelope {
    const SubscribeURL = 'http://169.254.169.254/latest/meta-data/';
    return this.sign({ Type: type, Message: 'You have chosen', Token: randomUUID(), SubscribeURL, ...change });
  }

  /** Fills in what is missing and signs, with SignatureVersion 2 unless the fields name another. */
  sign(fields: SnsEnvelope): SnsEnvelope {
    const envelope: SnsEnvelope = {
      MessageId: randomUUID(),
      TopicArn: this.topicArn,
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: this.certificateUrl,
      ...fields,
    };
    const names = envelope['Type'] === 'Notification' ? signed.Notification : signed.confirmation;
    const text = names.filter((each) => each in envelope).map((each) => `${each}\n${envelope[each]}\n`);
    const hash = envelope['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    return { ...envelope, Signature: createSign(hash).update(text.join('')).sign(this.keys.privateKey, 'base64') };
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    const isCertificate = url.pathname.endsWith('.pem');
    if (isCertificate) this.fetches++;
    if (this.fault === 'hang') return;
    if (this.fault === 'away') return void response.writeHead(503).end();
    if (this.fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere.pem' }).end();
    if (this.fault === 'huge') return void response.writeHead(200).end(Buffer.alloc(1_000_000, 'x'));
    if (this.fault === 'no-certificate') return void response.writeHead(200).end('<html>proxy</html>');
    if (isCertificate) return void response.writeHead(200).end(this.certificate);
    if (url.searchParams.get('Action') !== 'ConfirmSubscription') return void response.writeHead(400).end();
    this.confirmed.push({
      topicArn: url.searchParams.get('TopicArn') ?? '',
      token: url.searchParams.get('Token') ?? '',
    });
    response.writeHead(200, { 'content-type': 'text/xml' }).end('<ConfirmSubscriptionResponse/>');
  }
}
