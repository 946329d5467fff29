import { page, settingsOf, type Place, type WaybillOptions } from './config';
import { ConfigurationError } from './errors';

const url = 'https://mail.example.com';
const secretKey = `sk_${'s'.repeat(48)}`;
const publicKey = `pk_${'p'.repeat(48)}`;
const empty: Place = { setting: () => undefined, isPage: false };

function refusalOf(options: WaybillOptions, place = empty): { setting: string; message: string } {
  try {
    settingsOf(options, place);
  } catch (error) {
    if (error instanceof ConfigurationError) return { setting: error.setting, message: error.message };
    throw error;
  }
  throw new Error('the options were taken');
}

it('settings come from the options, else from the environment', () => {
  const place: Place = {
    setting: (name) => ({ WAYBILL_URL: url, WAYBILL_SECRET_KEY: secretKey })[name],
    isPage: false,
  };
  expect(settingsOf({}, place)).toMatchObject({ url, secretKey, timeoutMs: 30_000, retries: 2 });
  expect(settingsOf({ url: 'http://127.0.0.1:3000/base/' }, place).url).toBe('http://127.0.0.1:3000/base');
});

it('apiKey and baseUrl are other names of the address and of either key', () => {
  expect(settingsOf({ baseUrl: url, apiKey: secretKey }, empty)).toMatchObject({ url, secretKey });
  expect(settingsOf({ baseUrl: url, apiKey: publicKey }, page)).toMatchObject({ url, publicKey });
  expect(settingsOf({ baseUrl: url, apiKey: publicKey, secretKey }, empty)).toMatchObject({ secretKey, publicKey });
});

it.each<[string, WaybillOptions, string, RegExp]>([
  ['another text as apiKey', { url, apiKey: 'hunter2' }, 'apiKey', /must begin with sk_ or pk_/],
  ['apiKey beside the same key', { url, apiKey: secretKey, secretKey }, 'apiKey', /give one of them/],
  ['no address', { secretKey }, 'url', /set the option url or the variable WAYBILL_URL/],
  ['no key', { url }, 'secretKey', /set the option secretKey or the variable WAYBILL_SECRET_KEY/],
  [
    'a public key as the secret one',
    { url, secretKey: publicKey },
    'secretKey',
    /holds a pk_ key: set it as publicKey/,
  ],
  [
    'a secret key as the public one',
    { url, publicKey: secretKey },
    'publicKey',
    /holds a sk_ key: set it as secretKey/,
  ],
  ['a key with a line end', { url, secretKey: `${secretKey}\n` }, 'secretKey', /is not a key/],
  ['another text as the key', { url, secretKey: 'hunter2' }, 'secretKey', /must begin with sk_/],
  ['an address without its scheme', { url: 'mail.example.com', secretKey }, 'url', /http or https address/],
  ['an address with a user', { url: 'https://a:b@mail.example.com', secretKey }, 'url', /without user/],
  ['no time at all', { url, secretKey, timeoutMs: 0 }, 'timeoutMs', /from 1 to 600000/],
  ['endless retries', { url, secretKey, retries: Infinity }, 'retries', /from 0 to 10/],
])('%s is refused by an error that names the setting and holds no key', (_name, options, setting, message) => {
  const refusal = refusalOf(options);
  expect(refusal).toEqual({ setting, message: expect.stringMatching(message) });
  expect(refusal.message).not.toMatch(/s{48}|p{48}|hunter2/);
});

it('a page takes a public key alone', () => {
  expect(settingsOf({ url, publicKey }, page).publicKey).toBe(publicKey);
  expect(refusalOf({ url, secretKey }, page).message).toMatch(/must not be used in a page/);
  expect(refusalOf({ url }, page)).toEqual({
    setting: 'publicKey',
    message: expect.stringMatching(/set the option publicKey$/),
  });
});
