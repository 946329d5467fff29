import { SnsSigner, type SnsEnvelope } from '@waybill/testing/fake/sns-signer';
import { SigningCertificates } from './signing-certificates';
import { readSnsMessage } from './sns-message';
import { SnsVerifier } from './sns-verifier';
import { readTopics } from './topics';

let sns: SnsSigner;
let verifier: SnsVerifier;

beforeEach(async () => {
  sns = await SnsSigner.start();
  verifier = verifierAt();
});
afterEach(() => sns.stop());

const verifierAt = (clock?: () => number, loopback = true): SnsVerifier =>
  new SnsVerifier(readTopics(sns.topicArn), new SigningCertificates(loopback, 300), clock);

const verify = (envelope: SnsEnvelope, by = verifier): Promise<unknown> =>
  by.verify(readSnsMessage(JSON.stringify(envelope)));
const refused = { code: 'FORBIDDEN' };
const unavailable = { code: 'SERVICE_UNAVAILABLE' };

describe('a message of Amazon SNS', () => {
  it.each(['1', '2'])('is proven by signature version %s, with and without a subject', async (SignatureVersion) => {
    await expect(verify(sns.notification('hello', { SignatureVersion }))).resolves.toMatchObject({ arn: sns.topicArn });
    await expect(verify(sns.notification('hello', { SignatureVersion, Subject: 'News' }))).resolves.toBeDefined();
    await expect(verify(sns.confirmation('SubscriptionConfirmation', { SignatureVersion }))).resolves.toBeDefined();
    await expect(verify(sns.confirmation('UnsubscribeConfirmation', { SignatureVersion }))).resolves.toBeDefined();
  });

  it.each(['Message', 'MessageId', 'Timestamp', 'Subject', 'Type'])('is refused with another %s', async (field) => {
    const genuine = sns.notification('hello', { Subject: 'News' });
    const other: SnsEnvelope = {
      Message: 'hellp',
      MessageId: genuine['MessageId']!.replace(/.$/, 'x'),
      Timestamp: new Date(Date.parse(genuine['Timestamp']!) + 1).toISOString(),
      Subject: 'Newt',
      Type: 'SubscriptionConfirmation',
    };
    const forged = { ...genuine, Token: 't', SubscribeURL: 'u', [field]: other[field]! };
    await expect(verify(forged)).rejects.toMatchObject(refused);
  });

  it.each(['Token', 'SubscribeURL'])('that confirms is refused with another %s', async (field) => {
    const forged = { ...sns.confirmation('SubscriptionConfirmation'), [field]: 'https://other.example' };
    await expect(verify(forged)).rejects.toMatchObject(refused);
  });

  it('is refused when it claims the other signature version, or when the signature is none', async () => {
    await expect(verify({ ...sns.notification('x'), SignatureVersion: '1' })).rejects.toMatchObject(refused);
    await expect(verify({ ...sns.notification('x'), Signature: 'bm9uZQ==' })).rejects.toMatchObject(refused);
    await expect(verify({ ...sns.notification('x'), Signature: '%%%' })).rejects.toMatchObject(refused);
  });

  it('is refused when another key signed it, whatever certificate that key has', async () => {
    const other = await SnsSigner.start();
    const forged = other.notification('hello');
    await expect(verify({ ...forged, SigningCertURL: sns.certificateUrl })).rejects.toMatchObject(refused);
    await other.stop();
  });

  it('of another topic is refused before anything is fetched', async () => {
    const TopicArn = 'arn:aws:sns:eu-west-1:999999999999:waybill-reports';
    await expect(verify(sns.notification('x', { TopicArn }))).rejects.toMatchObject(refused);
    expect(sns.fetches).toBe(0);
  });

  it('may be an hour and five minutes old and five minutes ahead, and no more', async () => {
    const at = (minutes: number): SnsEnvelope =>
      sns.notification('x', { Timestamp: new Date(Date.now() + minutes * 60_000).toISOString() });
    for (const minutes of [-64, 4]) await expect(verify(at(minutes))).resolves.toBeDefined();
    for (const minutes of [-66, 6]) await expect(verify(at(minutes))).rejects.toMatchObject(refused);
  });

  it('is refused when the certificate has run out', async () => {
    const late = await SnsSigner.start(new Date(Date.now() - 1_000));
    await expect(verify(late.notification('x'))).rejects.toMatchObject(refused);
    await late.stop();
  });
});

describe('the certificate', () => {
  it('is fetched once for many messages at the same moment and after', async () => {
    await Promise.all(Array.from({ length: 20 }, () => verify(sns.notification('x'))));
    await verify(sns.notification('x'));
    expect(sns.fetches).toBe(1);
  });

  it('is one of sixteen that are kept: the least recently used one is fetched again', async () => {
    const certificate = (n: number) => sns.certificateUrl.replace('0123456789abcdef', `${n}`);
    for (let n = 0; n < 16; n++) await verify(sns.notification('x', { SigningCertURL: certificate(n) }));
    await verify(sns.notification('x', { SigningCertURL: certificate(0) }));
    await verify(sns.notification('x', { SigningCertURL: certificate(16) }));
    expect(sns.fetches).toBe(17);
    await verify(sns.notification('x', { SigningCertURL: certificate(0) }));
    expect(sns.fetches).toBe(17);
    await verify(sns.notification('x', { SigningCertURL: certificate(1) }));
    expect(sns.fetches).toBe(18);
  });

  it.each(['away', 'hang', 'redirect', 'huge', 'no-certificate'] as const)(
    'that cannot be had (%s) makes the sender try again, and then it passes',
    async (fault) => {
      sns.fault = fault;
      await expect(verify(sns.notification('x'))).rejects.toMatchObject(unavailable);
      sns.fault = undefined;
      await expect(verify(sns.notification('x'))).resolves.toBeDefined();
    },
  );

  it('comes from loopback in tests only', async () => {
    await expect(verify(sns.notification('x'), verifierAt(undefined, false))).rejects.toMatchObject(refused);
    expect(sns.fetches).toBe(0);
  });

  const pem = 'SimpleNotificationService-0123456789abcdef.pem';
  it.each([
    `https://sns.evil.com/${pem}`,
    `https://sns.us-east-1.amazonaws.com/${pem}`,
    `https://sns.eu-west-1.amazonaws.com.evil.com/${pem}`,
    `https://sns.s3.amazonaws.com/${pem}`,
    `https://sns.s3-eu-west-1.amazonaws.com/${pem}`,
    `https://s3.eu-west-1.amazonaws.com/sns/${pem}`,
    `http://sns.eu-west-1.amazonaws.com/${pem}`,
    `https://sns.eu-west-1.amazonaws.com:8443/${pem}`,
    `https://me@sns.eu-west-1.amazonaws.com/${pem}`,
    `https://sns.eu-west-1.amazonaws.com@evil.com/${pem}`,
    `https://sns.eu-west-1.amazonaws.com/${pem}?x=.pem`,
    'https://sns.eu-west-1.amazonaws.com/?x=.pem',
    `https://sns.eu-west-1.amazonaws.com/${pem}#x`,
    `https://sns.eu-west-1.amazonaws.com/bucket/${pem}`,
    `https://sns.eu-west-1.amazonaws.com/../${pem}`,
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-.pem',
    `https://sns.eu-west-1.amazonaws.com\\${pem}`,
    `https://SNS.eu-west-1.amazonaws.com/${pem}`,
    `http://169.254.169.254/${pem}`,
    `http://localhost/${pem}`,
    `file:///etc/${pem}`,
    'no address',
  ])('is not looked for at %s', async (SigningCertURL) => {
    const called = jest.spyOn(globalThis, 'fetch');
    await expect(verify(sns.notification('x', { SigningCertURL }))).rejects.toMatchObject(refused);
    expect(called).not.toHaveBeenCalled();
    called.mockRestore();
  });

  it('is looked for at the SNS host of the region of the topic, over TLS', async () => {
    const called = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
    const SigningCertURL = `https://sns.eu-west-1.amazonaws.com/${pem}`;
    await expect(verify(sns.notification('x', { SigningCertURL }))).rejects.toMatchObject(unavailable);
    expect(called).toHaveBeenCalledWith(SigningCertURL, expect.objectContaining({ redirect: 'error' }));
    called.mockRestore();
  });
});

describe('the body', () => {
  it.each(['', 'x', '[]', 'null', '"text"', '{}', '{"Type":"Other"}', '{"Type":"Notification"}'])(
    'is refused when it is %s',
    (body) => expect(() => readSnsMessage(body)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' })),
  );

  it('is refused when the message inside is longer than 256 KB', () => {
    const envelope = { ...sns.notification('x'), Message: 'ä'.repeat(128 * 1024 + 1) };
    expect(() => readSnsMessage(JSON.stringify(envelope))).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    );
  });
});

describe('the list of topics', () => {
  it('gives each its host', () => {
    const arns = 'arn:aws:sns:us-east-1:123456789012:a, arn:aws-cn:sns:cn-north-1:123456789012:b,';
    expect([...readTopics(arns).values()].map(({ host }) => host)).toEqual([
      'sns.us-east-1.amazonaws.com',
      'sns.cn-north-1.amazonaws.com.cn',
    ]);
    expect(readTopics(null).size).toBe(0);
  });

  it.each(['arn:aws:sns:s3:123456789012:a', 'arn:aws:sns:eu-west-1:1:a', 'arn:aws:sns:eu-west-1:123456789012:a.fifo'])(
    'is refused with %s',
    (arn) => expect(() => readTopics(arn)).toThrow(arn),
  );
});
