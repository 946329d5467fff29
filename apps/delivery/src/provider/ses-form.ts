import type { HandOverRequest } from './provider';

/**
 * The form of one `SendRawEmail`. The tags `emailId`, `attempt` and `projectId` come back in every notification and
 * settle doubt. Plain ASCII: its length is its bytes. Source: Query requests and SendRawEmail of the Amazon SES API
 * reference, version 2010-12-01.
 */
export function sendRawEmailForm(request: HandOverRequest, configurationSet: string | undefined): string {
  const { envelope, raw, emailId, attempt, projectId } = request;
  const set = configurationSet === undefined ? '' : `&ConfigurationSetName=${encode(configurationSet)}`;
  return (
    `Action=SendRawEmail&Version=2010-12-01&RawMessage.Data=${encodeBytes(raw)}&Source=${encode(envelope.from)}` +
    `&Destinations.member.1=${encode(envelope.to)}` +
    tag(1, 'emailId', emailId) +
    tag(2, 'attempt', String(attempt)) +
    tag(3, 'projectId', projectId) +
    set
  );
}

const tag = (position: number, name: string, value: string): string =>
  `&Tags.member.${position}.Name=${name}&Tags.member.${position}.Value=${encode(value)}`;

/** Every byte but the unreserved characters of RFC 3986 is escaped. */
const encode = (value: string): string => encodeURIComponent(value).replace(/[!'()*]/g, escape);

/** Base64, of whose characters three are reserved. */
const encodeBytes = (bytes: Buffer): string => bytes.toString('base64').replace(/[+/=]/g, escape);

const escape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
