import { createVerify, type X509Certificate } from 'node:crypto';
import { AppError } from '@waybill/contracts/errors';
import type { SigningCertificates } from './signing-certificates';
import type { SnsMessage } from './sns-message';
import type { Topic } from './topics';

const minute = 60_000;
/** SNS gives up after an hour of retries, which keep the first moment; clocks may differ by five minutes. */
const maxAgeMs = 65 * minute;
const maxAheadMs = 5 * minute;
const hashes = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const;

/** Proves that Amazon SNS sent a message, to one of our topics and lately. */
export class SnsVerifier {
  constructor(
    private readonly topics: Map<string, Topic>,
    private readonly certificates: SigningCertificates,
    private readonly clock: () => number = () => Date.now(),
  ) {}

  /**
   * The topic of a genuine message. What costs nothing is looked at first: nothing is fetched for a topic that is not ours.
   * @throws 403 for a message that is not proven; 503 when the certificate cannot be had now.
   */
  async verify(message: SnsMessage): Promise<Topic> {
    const topic = this.topics.get(message.topicArn);
    if (!topic) throw refused('The topic is not one of this installation');
    const age = this.clock() - Date.parse(message.timestamp);
    if (age > maxAgeMs) throw refused('The message is older than Amazon SNS goes on trying');
    if (age < -maxAheadMs) throw refused('The message is from the future');
    const certificate = await this.certificates.get(message.certificateUrl, topic);
    if (!this.isCurrent(certificate)) throw refused('The signing certificate is not valid now');
    if (!isSigned(message, certificate)) throw refused('The signature does not fit the message');
    return topic;
  }

  private isCurrent(certificate: X509Certificate): boolean {
    const now = this.clock();
    return Date.parse(certificate.validFrom) <= now + maxAheadMs && now <= Date.parse(certificate.validTo);
  }
}

function isSigned(message: SnsMessage, certificate: X509Certificate): boolean {
  const verify = createVerify(hashes[message.signatureVersion]).update(message.signedText);
  return verify.verify(certificate.publicKey, message.signature, 'base64');
}

const refused = (message: string): AppError =>
  new AppError('FORBIDDEN', message, undefined, 'Subscribe this address to a topic listed in SNS_TOPIC_ARNS.');
