import { X509Certificate } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { TtlCache } from '@waybill/concurrency/ttl-cache';
import { AppError, unavailable } from '@waybill/contracts/errors';
import { Semaphore } from '@waybill/concurrency/semaphore';
import type { Topic } from './topics';

const path = /^\/SimpleNotificationService-[A-Za-z0-9]+\.pem$/;
/** Milliseconds for a certificate to arrive. */
const deadline = 3_000;
const maxBytes = 32 * 1024;
const maxCertificates = 16;
/** Fetches under way at once, so that forged messages cannot start any number of calls. */
const maxFetches = 8;
const minKeyBits = 2_048;

/**
 * The certificates with which Amazon SNS signs. A certificate is trusted because it comes over TLS from the SNS host of the topic's own
 * region and from nowhere else: a name that merely looks alike, such as a bucket called
 * `sns` on another host of Amazon's, is not that host.
 */
export class SigningCertificates {
  private readonly fetches = new Semaphore({
    ...{ capacity: maxFetches, maxWaiting: 0, tooMany: 'Too many signing certificates are being read' },
  });
  private readonly logger = new Logger(SigningCertificates.name);
  private readonly certificates: TtlCache<[url: string], X509Certificate>;

  constructor(
    /** Tests only: certificates may come from this machine's loopback, over plain HTTP. */
    private readonly loopbackForTests: boolean,
    private readonly timeout = deadline,
  ) {
    const inTurn = (url: string): Promise<X509Certificate> => this.fetches.run(() => this.fetch(url));
    this.certificates = new TtlCache(inTurn, { max: maxCertificates, ttlMs: () => Infinity });
  }

  /**
   * The certificate at an address that a message names.
   * @throws 403 for an address that is not one of SNS; 503 when the certificate cannot be had now, so that SNS tries again.
   */
  async get(address: string, topic: Topic): Promise<X509Certificate> {
    return this.certificates.get(this.check(address, topic));
  }

  private check(address: string, topic: Topic): string {
    const url = URL.canParse(address) ? new URL(address) : null;
    // An address that the parser changes (case, ports, dots, escapes) does not come from SNS.
    if (url && url.href === address && path.test(url.pathname) && url.search === '' && url.hash === '') {
      const plain = url.username === '' && url.password === '';
      if (plain && url.protocol === 'https:' && url.host === topic.host) return address;
      if (plain && this.loopbackForTests && url.protocol === 'http:' && url.hostname === '127.0.0.1') return address;
    }
    throw new AppError('FORBIDDEN', 'SigningCertURL is not an address of Amazon SNS');
  }

  private async fetch(url: string): Promise<X509Certificate> {
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(this.timeout) });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      const certificate = new X509Certificate(await readSmall(response));
      const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
      if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < minKeyBits) {
        throw new Error('not an RSA key of enough bits');
      }
      return certificate;
    } catch (error) {
      this.logger.warn(`cannot read the certificate ${url}: ${String(error)}`);
      throw unavailable('The signing certificate of Amazon SNS is not available');
    }
  }
}

async function readSmall(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('too large for a certificate');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
