import type { ApiAnswer } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import type { FakeSes } from '@waybill/testing/fake/fake-ses';
import type { SesEventMail } from '@waybill/testing/fake/ses-events';
import { SnsSigner, type SnsEnvelope } from '@waybill/testing/fake/sns-signer';
import type { System } from '@waybill/testing/system';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The environment of a gateway that takes messages of the signer. */
export const snsSettings = (sns: SnsSigner): Record<string, string> => ({
  SNS_TOPIC_ARNS: `arn:aws:sns:us-east-1:123456789012:other,${sns.topicArn}`,
  SNS_ENDPOINT: sns.url,
  SNS_UNSAFE_LOOPBACK_CERTIFICATES: 'true',
});

/** Amazon SES and SNS as they report to a system: signed, posted as text/plain, and again after a 5xx. */
export class Reports {
  constructor(
    private readonly system: System,
    readonly sns: SnsSigner,
    private readonly ses?: FakeSes,
  ) {}

  /** Posts one message as SNS does. */
  post(envelope: SnsEnvelope | string, type = 'text/plain; charset=UTF-8'): Promise<ApiAnswer> {
    const body = typeof envelope === 'string' ? envelope : JSON.stringify(envelope);
    return this.system.client().call('POST', '/webhooks/sns', body, { 'content-type': type });
  }

  /** Publishes events: each is posted until it is taken. */
  async publish(...events: unknown[]): Promise<void> {
    await Promise.all(events.map((event) => this.deliver(this.sns.notification(event))));
  }

  /** The email as SES took it last, for events about it. */
  async mailOf(emailId: string): Promise<SesEventMail> {
    const mail = await eventually('the call to SES', () =>
      this.ses?.taken.findLast(({ tags }) => tags.emailId === emailId),
    );
    return { messageId: mail.messageId, to: mail.destinations[0]!, tags: mail.tags };
  }

  private async deliver(envelope: SnsEnvelope): Promise<void> {
    await eventually('the message is taken', async () => {
      const { status } = await this.post(envelope);
      if (status !== 200 && status !== 503) throw new Error(`status ${status}`);
      if (status === 503) await pause(500);
      return status === 200;
    });
  }
}
