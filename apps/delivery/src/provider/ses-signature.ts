import { createHmac, createSecretKey, hash, type BinaryLike, type KeyObject } from 'node:crypto';

/** Who signs; temporary credentials have a session token. */
export interface SesCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** A POST of a form that is to be signed. */
export interface UnsignedForm {
  host: string;
  /** As in the request line. */
  path: string;
  form: string;
}

const contentType = 'application/x-www-form-urlencoded';
const hmac = (key: BinaryLike, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Signs forms for Amazon SES by Signature Version 4 (AWS General Reference, "Create a signed AWS API request"). The key
 * of a day and its credentials is derived once.
 */
export class FormSigner {
  private kept?: { of: string; key: KeyObject };

  constructor(private readonly region: string) {}

  /** The headers of the signed request, names and values by turns, all but the length. */
  sign({ host, path, form }: UnsignedForm, credentials: SesCredentials, now: Date): string[] {
    const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = `${moment.slice(0, 8)}/${this.region}/ses/aws4_request`;
    const signed = ['content-type', contentType, 'host', host, 'x-amz-date', moment];
    if (credentials.sessionToken) signed.push('x-amz-security-token', credentials.sessionToken);
    let lines = '';
    const names: string[] = [];
    for (let at = 0; at < signed.length; at += 2) {
      names.push(signed[at]!);
      lines += `${signed[at]}:${signed[at + 1]}\n`;
    }
    const canonical = `POST\n${canonicalPath(path)}\n\n${lines}\n${names.join(';')}\n${hash('sha256', form)}`;
    const text = `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', this.keyOf(scope, credentials)).update(text).digest('hex');
    const credential = `Credential=${credentials.accessKeyId}/${scope}`;
    const proof = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return [...signed, 'authorization', proof];
  }

  /** A key object: bytes would be made one for every signature, which costs more than the rest of it. */
  private keyOf(scope: string, { secretAccessKey }: SesCredentials): KeyObject {
    const of = `${scope} ${secretAccessKey}`;
    if (this.kept?.of !== of) {
      const bytes = scope.split('/').reduce<BinaryLike>(hmac, `AWS4${secretAccessKey}`) as Buffer;
      this.kept = { of, key: createSecretKey(bytes) };
    }
    return this.kept.key;
  }
}

/** Each part of the path is escaped once more than in the request line. */
const canonicalPath = (path: string): string => encodeURIComponent(path).replaceAll('%2F', '/');
