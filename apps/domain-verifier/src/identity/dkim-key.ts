import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** A DKIM key pair: RSA of 2,048 bits, which every receiver verifies and which fits into a TXT record (RFC 8301). */
export async function newDkimKey(): Promise<{ privateKeyPem: string; publicKey: string }> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2_048 });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
