import { callOrigin } from './same-origin';

const own = ['https://app.example.com', 'https://api.example.com'];

describe('callOrigin', () => {
  it.each([
    ['a page of this origin', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['the dashboard on a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://app.example.com' }],
    ['the dashboard in a browser without fetch metadata', { origin: 'https://app.example.com' }],
  ])('takes %s for ours', (_name, headers) => {
    expect(callOrigin(headers, own)).toBe('own');
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an opaque origin', { origin: 'null' }],
    ['a name that ends like ours', { origin: 'https://evil-app.example.com' }],
    ['a name that begins like ours', { origin: 'https://app.example.com.evil.example' }],
    ['our name without encryption', { origin: 'http://app.example.com' }],
  ])('takes %s for foreign', (_name, headers) => {
    expect(callOrigin(headers, own)).toBe('foreign');
  });

  it('does not know where a program comes from', () => {
    expect(callOrigin({}, own)).toBe('unknown');
  });
});
