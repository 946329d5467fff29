import { SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses';
import { FakeSes, type SesRequest } from '@waybill/testing/fake-ses';
import type { HandOverRequest } from './provider';
import { addressOf, SesProvider, type SesOptions } from './ses.provider';

const region = 'eu-west-1';
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/+=' };
const temporary = { ...credentials, sessionToken: 'token/+==' };

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const email: HandOverRequest = {
  projectId: '0198f7a2-0000-7000-8000-00000000000a',
  emailId: '0198f7a2-0000-7000-8000-00000000000b',
  attempt: 3,
  envelope: { from: "o'neil+shop!*@example.com", to: '"a&b=c d"@(example).org' },
  tracking: true,
  raw: Buffer.concat([Buffer.from('Subject: ä\r\n\r\n+/=&%\r\n'), everyByte]),
};

describe('the request that hands an email to Amazon SES', () => {
  let ses: FakeSes;
  let provider: SesProvider | undefined;
  let client: SESClient | undefined;

  beforeEach(async () => {
    ses = await FakeSes.start();
  });
  afterEach(async () => {
    await provider?.close();
    client?.destroy();
    await ses.stop();
  });

  const requestOf = async (change: Partial<HandOverRequest> = {}, options: Partial<SesOptions> = {}) => {
    await provider?.close();
    provider = new SesProvider({ region, endpoint: ses.url, credentials, ...options });
    expect(await provider.handOver({ ...email, ...change })).toMatchObject({ outcome: 'accepted' });
    return ses.request!;
  };

  it.each([['events & more'], [undefined]])(
    'has the form of the SDK, byte for byte: set %s',
    async (configurationSet) => {
      const { form } = await requestOf({}, { configurationSet });
      client = new SESClient({ region, endpoint: ses.url, credentials, maxAttempts: 1 });
      await client.send(
        new SendRawEmailCommand({
          Source: email.envelope.from,
          Destinations: [email.envelope.to],
          RawMessage: { Data: email.raw },
          ConfigurationSetName: configurationSet,
          Tags: [
            { Name: 'emailId', Value: email.emailId },
            { Name: 'attempt', Value: '3' },
            { Name: 'projectId', Value: email.projectId },
          ],
        }),
      );
      expect(form).toBe(ses.request!.form);
      expect(ses.taken.map(({ raw }) => raw)).toEqual([email.raw, email.raw]);
    },
  );

  it.each([
    ['lasting', credentials, '', 'content-type;host;x-amz-date'],
    ['temporary', temporary, '', 'content-type;host;x-amz-date;x-amz-security-token'],
    ['behind a path', credentials, '/to the/ses:1/', 'content-type;host;x-amz-date'],
  ])('has the signature that the SDK makes of it: credentials %s', async (_name, signer, path, names) => {
    const request = await requestOf({}, { endpoint: `${ses.url}${path}`, credentials: signer });
    const proof = String(request.headers.authorization);
    expect(proof).toContain(`SignedHeaders=${names},`);
    expect(proof).toBe(await bySdk(request, signer));
  });

  it('has a signature of its own for every form, secret and day', async () => {
    const another = { ...credentials, secretAccessKey: 'another' };
    await requestOf();
    await provider!.handOver({ ...email, attempt: 4 });
    expect(ses.request!.headers.authorization).toBe(await bySdk(ses.request!, credentials));
    await requestOf({}, { credentials: another });
    expect(ses.request!.headers.authorization).toBe(await bySdk(ses.request!, another));
    const today = ses.request!.headers['x-amz-date'];
    ses.clockAheadMs = 86_400_000;
    await provider!.handOver(email);
    await provider!.handOver(email);
    expect(String(ses.request!.headers['x-amz-date']).slice(0, 8)).not.toBe(String(today).slice(0, 8));
    expect(ses.request!.headers.authorization).toBe(await bySdk(ses.request!, another));
  });

  it.each([3_600_000, -3_600_000])('takes the clock of the service when ours is wrong by %s ms', async (ahead) => {
    await requestOf();
    ses.clockAheadMs = ahead;
    expect(await provider!.handOver(email)).toMatchObject({ outcome: 'not_accepted', kind: 'denied' });
    expect(await provider!.handOver(email)).toMatchObject({ outcome: 'accepted' });
    ses.clockAheadMs = 0;
    expect(await provider!.handOver(email)).toMatchObject({ outcome: 'not_accepted', kind: 'denied' });
    expect(await provider!.handOver(email)).toMatchObject({ outcome: 'accepted' });
  });

  it.each([
    ['eu-west-1', 'https://email.eu-west-1.amazonaws.com/'],
    ['cn-north-1', 'https://email.cn-north-1.amazonaws.com.cn/'],
  ])('goes to the address of the region: %s', async (name, address) => {
    client = new SESClient({ region: name, credentials });
    expect((await addressOf(client)).href).toBe(address);
  });
});

/** What the SDK's own signer writes as proof for the same headers, form and moment. */
async function bySdk({ path, headers, form }: SesRequest, signer: typeof temporary | typeof credentials) {
  const { config } = new SESClient({ region, credentials: signer });
  const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))![1]!.split(';');
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const date = signed['x-amz-date']!.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  const sdk = await config.signer({ name: 'sigv4', signingName: 'ses', signingRegion: region, properties: {} });
  const request = {
    method: 'POST',
    protocol: 'http:',
    hostname: '127.0.0.1',
    path,
    headers: signed,
    body: form,
    query: {},
  };
  const unsignableHeaders = new Set(['x-amz-content-sha256']);
  const result = await sdk.sign(request, { signingDate: new Date(date), unsignableHeaders });
  return result.headers.authorization;
}
