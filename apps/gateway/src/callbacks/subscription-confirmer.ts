import { Logger } from '@nestjs/common';
import { unavailable } from '@waybill/contracts/errors';
import type { Topic } from './topics';

const logger = new Logger('SnsSubscription');
const deadline = 3_000;

/**
 * Confirms the subscription of a topic with the action ConfirmSubscription and the token of a proven message. The action needs
 * no credentials (Amazon SNS, API reference). The address in the message, SubscribeURL, is never fetched.
 * @throws 503 when SNS does not confirm: it will ask again.
 */
export async function confirmSubscription(topic: Topic, token: string, endpoint: string | null): Promise<void> {
  const url = new URL(endpoint ?? `https://${topic.host}/`);
  url.search = new URLSearchParams({
    Action: 'ConfirmSubscription',
    Version: '2010-03-31',
    TopicArn: topic.arn,
    Token: token,
  }).toString();
  const status = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(deadline) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    (error: unknown) => String(error),
  );
  if (status === 200) return;
  logger.warn(`cannot confirm the subscription of ${topic.arn}: ${status}`);
  throw unavailable('Amazon SNS did not confirm the subscription');
}
