import { randomBytes } from 'node:crypto';
import { maskedConfig, unmaskedConfig, WebhookSecrets } from './webhook-secrets';

const secrets = new WebhookSecrets({ SECRETS_KEY: randomBytes(32).toString('base64') });
const config = {
  url: 'https://example.com/',
  signingSecret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3',
  headers: { Authorization: 'Bearer abcdefghijklmnop', 'X-Token': 'short', 'X-Api-Key': '{{context.key}}', 'X-A': 'b' },
};

it('seals the signing secret and the headers that hold secrets, and opens them for the same project alone', () => {
  const sealed = secrets.seal('p1', config) as typeof config;
  expect(sealed.headers).toMatchObject({ 'X-Api-Key': '{{context.key}}', 'X-A': 'b' });
  const text = JSON.stringify(sealed);
  for (const secret of ['MDEyMzQ1', 'abcdefgh', 'short']) expect(text).not.toContain(secret);
  expect(secrets.open('p1', sealed)).toEqual(config);
  expect(() => secrets.open('p2', sealed)).toThrow();
});

it('shows a sealed secret masked as an open one', () => {
  const shown = maskedConfig(secrets.seal('p1', config)) as typeof config;
  expect(shown).toEqual(maskedConfig(config));
  expect(shown.signingSecret).toBe('••••••••NTY3');
  expect(shown.headers).toMatchObject({ Authorization: '••••••••mnop', 'X-Token': '••••••••', 'X-A': 'b' });
});

it('keeps the stored secret where its masked form comes back', () => {
  const change = { ...(maskedConfig(config) as typeof config), url: 'https://example.com/new' };
  expect(unmaskedConfig(change, config)).toEqual({ ...config, url: 'https://example.com/new' });
  expect(unmaskedConfig({ ...change, signingSecret: 'whsec_new' }, config)).toMatchObject({
    signingSecret: 'whsec_new',
  });
});

it('seals a value that looks like a sealed one', () => {
  const given = { url: 'x', headers: { Authorization: 'sealed:abcd:aGVsbG8=' } };
  expect(secrets.open('p1', secrets.seal('p1', given))).toEqual(given);
});

it('refuses to keep a secret without a key, and needs none for a config without secrets', () => {
  const keyless = new WebhookSecrets({ SECRETS_KEY: null });
  expect(() => keyless.seal('p1', config)).toThrow('no SECRETS_KEY');
  expect(keyless.seal('p1', { url: 'x', headers: { 'X-A': 'b' } })).toEqual({ url: 'x', headers: { 'X-A': 'b' } });
});
