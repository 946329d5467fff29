import { sign, type KeyObject } from 'node:crypto';

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const head = size < 128 ? [tag, size] : size < 256 ? [tag, 0x81, size] : [tag, 0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
};
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const integer = (value: number): Buffer => tlv(0x02, Buffer.of(value));
const utcTime = (at: Date): Buffer =>
  tlv(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'));

/** sha256WithRSAEncryption with its NULL parameter. */
const algorithm = sequence(tlv(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tlv(0x05));
const name = (commonName: string): Buffer =>
  sequence(tlv(0x31, sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(commonName)))));

/** A certificate in PEM that its own RSA key signed (RFC 5280), good between the two moments. */
export function selfSigned(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  commonName: string,
  from: Date,
  until: Date,
): string {
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    algorithm,
    name(commonName),
    sequence(utcTime(from), utcTime(until)),
    name(commonName),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, keys.privateKey);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.of(0), signature));
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
