import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

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

/** The extension subjectAltName: the certificate is good for the host names, and for 127.0.0.1. */
function altNames(hosts: string[]): Buffer {
  const names = [...hosts.map((host) => tlv(0x82, Buffer.from(host, 'latin1'))), tlv(0x87, Buffer.of(127, 0, 0, 1))];
  const extension = sequence(tlv(0x06, Buffer.from('551d11', 'hex')), tlv(0x04, sequence(...names)));
  return tlv(0xa3, sequence(extension));
}

/** A key and a certificate of its own for servers on this machine that tests speak TLS with, in PEM. */
export function loopbackCertificate(commonName = 'localhost'): { certificate: string; key: string } {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60 * 60_000)];
  const certificate = selfSigned(keys, commonName, from, until, ['localhost']);
  return { certificate, key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** A certificate in PEM that its own RSA key signed (RFC 5280), good between the two moments. */
export function selfSigned(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  commonName: string,
  from: Date,
  until: Date,
  hosts: string[] = [],
): string {
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    algorithm,
    name(commonName),
    sequence(utcTime(from), utcTime(until)),
    name(commonName),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(hosts.length > 0 ? [altNames(hosts)] : []),
  );
  const signature = sign('sha256', body, keys.privateKey);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.of(0), signature));
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
