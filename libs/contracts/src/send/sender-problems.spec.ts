import { senderProblems } from './sender-problems';

const refused = [{ path: 'name', code: 'invalid_string', message: 'must not show an address of another domain' }];
const from = (name: string) => senderProblems({ name, email: 'hello@shop.example' });

describe('the display name of a sender', () => {
  it.each([
    'ceo@bank.example',
    'The CEO <ceo@bank.example>',
    'ceo\uff20bank.example',
    'ceo\ufe6bbank.example',
    'ceo @ bank.example',
    'ceo \uff20 bank.example',
    'ceo\u00a0@\u2009bank.example',
    'ceo@bank . example',
    'ceo@bank\u3002example',
    'ceo (at) bank.example',
    'ceo[at]bank.example',
    'c\u200beo\u200b@\u200bbank.example',
    'hello@shop.example and ceo@bank.example',
    'ceo@bank',
  ])('must not show an address of another domain: %j', (name) => {
    expect(from(name)).toEqual(refused);
  });

  it.each([
    'Ada',
    'Ada @ Shop',
    'Ada (at) the office',
    'hello@shop.example',
    'hello @ SHOP.example',
    'Dr. Ada at shop.example',
  ])('may be %j', (name) => {
    expect(from(name)).toEqual([]);
  });
});
