import { AppError } from '@waybill/contracts/errors';

/** The most bytes of the message inside: SNS carries no more. */
const maxMessageBytes = 256 * 1024;

const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;

/** A message of Amazon SNS as it came, of the right form but not yet proven. */
export interface SnsMessage {
  type: (typeof types)[number];
  messageId: string;
  topicArn: string;
  /** When SNS took it first: retries keep it. ISO 8601. */
  timestamp: string;
  message: string;
  /** Of a confirmation. */
  token: string | undefined;
  signatureVersion: '1' | '2';
  signature: string;
  certificateUrl: string;
  /** The text that is signed. */
  signedText: string;
}

const signedFields: Record<SnsMessage['type'], string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/**
 * Reads the body of a POST of Amazon SNS (its developer guide, "HTTP/HTTPS notification JSON format").
 * @throws 400 naming what is missing; 413 when the message inside is longer than 256 KB.
 */
export function readSnsMessage(body: string): SnsMessage {
  const fields = parse(body);
  const text = (name: string, longest: number): string => {
    const value = fields[name];
    if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
    throw new AppError('BAD_REQUEST', `${name} is missing or not valid`);
  };
  const type = types.find((known) => known === fields['Type']);
  if (!type) throw new AppError('BAD_REQUEST', 'Type is not a message type of Amazon SNS');
  const message = text('Message', Infinity);
  if (Buffer.byteLength(message) > maxMessageBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The message is longer than Amazon SNS carries');
  }
  const signatureVersion = text('SignatureVersion', 1);
  if (signatureVersion !== '1' && signatureVersion !== '2') {
    throw new AppError('BAD_REQUEST', 'SignatureVersion is neither 1 nor 2');
  }
  const timestamp = text('Timestamp', 40);
  if (Number.isNaN(Date.parse(timestamp))) throw new AppError('BAD_REQUEST', 'Timestamp is not a valid date');
  return {
    type,
    messageId: text('MessageId', 100),
    topicArn: text('TopicArn', 400),
    timestamp: new Date(timestamp).toISOString(),
    message,
    token: type === 'Notification' ? undefined : text('Token', 2_000),
    signatureVersion,
    signature: text('Signature', 2_000),
    certificateUrl: text('SigningCertURL', 500),
    signedText: signedText(fields, signedFields[type]),
  };
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below like any other text that is no object.
  }
  throw new AppError('BAD_REQUEST', 'The body is not a message of Amazon SNS');
}

/** Name and value of each field that is there, each with a line feed, in this order. */
function signedText(fields: Record<string, unknown>, names: string[]): string {
  const present = names.filter((name) => typeof fields[name] === 'string');
  return present.map((name) => `${name}\n${fields[name] as string}\n`).join('');
}
