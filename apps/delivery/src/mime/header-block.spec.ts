import { assertHeaders, parseHeaderBlock } from './header-block';

const message = (...lines: string[]): Buffer => Buffer.from([...lines, '', 'body'].join('\r\n'), 'latin1');
const to = { name: 'To', mailbox: { name: 'Ann', email: 'ann@example.org' } };
const subject = { name: 'Subject', value: 'Hi there ä' };

describe('assertHeaders', () => {
  it('accepts exactly the intended headers, folded and encoded', () => {
    const raw = message('To: Ann\r\n <ann@example.org>', 'subject: =?UTF-8?Q?Hi_the?=\r\n =?utf-8?B?cmUgw6Q=?=');
    expect(() => assertHeaders(raw, [subject, to])).not.toThrow();
  });

  it.each([
    ['one more header', ['To: Ann <ann@example.org>', 'Subject: x', 'Bcc: b@evil.example']],
    ['one header twice', ['To: Ann <ann@example.org>', 'To: Ann <ann@example.org>']],
    ['a missing header', ['Subject: =?utf-8?Q?Hi_there_=C3=A4?=']],
    ['another subject', ['To: Ann <ann@example.org>', 'Subject: Bye']],
    ['a second recipient', ['To: Ann <ann@example.org>, b@evil.example', 'Subject: =?utf-8?Q?Hi_there_=C3=A4?=']],
    ['a recipient before', ['To: b@evil.example, Ann <ann@example.org>', 'Subject: =?utf-8?Q?Hi_there_=C3=A4?=']],
    ['a group', ['To: Ann: <ann@example.org>', 'Subject: =?utf-8?Q?Hi_there_=C3=A4?=']],
    ['another recipient', ['To: Ann <b@evil.example>', 'Subject: =?utf-8?Q?Hi_there_=C3=A4?=']],
    ['a bare line feed', ['To: Ann <ann@example.org>', 'Subject: Hi\nBcc: b@evil.example']],
    ['a bare carriage return', ['To: Ann <ann@example.org>', 'Subject: Hi\rBcc: b@evil.example']],
    ['a line without a name', ['To: Ann <ann@example.org>', 'Subject']],
  ])('refuses %s', (_name, lines) => {
    expect(() => assertHeaders(message(...lines), [subject, to])).toThrow(/header|intended/);
  });
});

describe('parseHeaderBlock', () => {
  it('stops at the first empty line', () => {
    expect(parseHeaderBlock(message('A: 1', 'B:2', '', 'C: 3'))).toEqual([
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ]);
  });
});
