import { withoutSecrets } from './redact';

it.each([
  ['an API key in a text', `the key sk_${'a'.repeat(48)}.`, 'the key sk_[hidden].'],
  ['a public key too', { key: `pk_${'a'.repeat(48)}` }, { key: 'pk_[hidden]' }],
  [
    'headers of a webhook',
    { headers: { Authorization: 'x', 'X-Api-Key': 'y' } },
    { headers: { Authorization: '[hidden]', 'X-Api-Key': '[hidden]' } },
  ],
  [
    'a scheme with its credentials',
    'curl -H "Authorization: Bearer abcdefgh"',
    'curl -H "Authorization: Bearer [hidden]"',
  ],
  ['the log-in of an address', 'https://user:pw@hooks.example/x', 'https://[hidden]@hooks.example/x'],
  [
    'names in any spelling',
    { apiToken: 'a', api_secret: 'b', PASSWORD: 'c' },
    { apiToken: '[hidden]', api_secret: '[hidden]', PASSWORD: '[hidden]' },
  ],
])('an answer hides %s', (_name, value, shown) => {
  expect(withoutSecrets(value)).toEqual(shown);
});

it('an answer keeps what is public', () => {
  const value = {
    dkimTokens: ['abc'],
    tokens: 3,
    cursor: 'eyJ0',
    email: 'ada@example.com',
    at: null,
    isSecretive: true,
  };
  expect(withoutSecrets(value)).toEqual(value);
});
