/** A topic whose messages are taken, and where its region answers. */
export interface Topic {
  arn: string;
  /** `sns.<region>.amazonaws.com`, or its counterpart in China. */
  host: string;
}

const arnForm = /^arn:(aws(?:-[a-z]+)*):sns:([a-z]{2}(?:-[a-z]+)+-\d{1,2}):\d{12}:[A-Za-z0-9_-]{1,256}$/;

/**
 * The topics that SNS_TOPIC_ARNS lists, separated by commas.
 * @throws when one is not the ARN of a standard topic: Amazon SES does not publish to FIFO topics.
 */
export function readTopics(setting: string | null): Map<string, Topic> {
  const arns = (setting ?? '').split(',').map((arn) => arn.trim());
  return new Map(arns.filter((arn) => arn !== '').map((arn) => [arn, topicOf(arn)]));
}

function topicOf(arn: string): Topic {
  const match = arnForm.exec(arn);
  if (!match) throw new Error(`SNS_TOPIC_ARNS: ${arn} is not the ARN of a standard topic`);
  return { arn, host: `sns.${match[2]}.amazonaws.com${match[1] === 'aws-cn' ? '.cn' : ''}` };
}
