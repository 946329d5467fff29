import MailComposer from 'nodemailer/lib/mail-composer';
import { serialize } from './serialize';
import { simpleMailbox, simpleMessage } from './simple-message';

const date = new Date('2026-01-02T03:04:05Z');
const usual = {
  from: 'hello@example.com',
  to: 'ann@example.org',
  subject: 'Hello, Ann',
  text: 'Hi\r\n',
  html: '<p>Hi</p>\r\n',
};
type Given = typeof usual & { replyTo?: string; unsubscribe?: string; messageId?: string };

const parse = (mailbox: string): { name?: string; email: string } => {
  const [, name, email] = /^(?:(.*) <)?([^<>]+)>?$/.exec(mailbox)!;
  return { name, email: email! };
};

/** What the composer makes of it. */
function composed({ from, to, replyTo, unsubscribe, messageId, ...given }: Given): string {
  const address = (mailbox: string) => {
    const { name, email } = parse(mailbox);
    return name ? { name, address: email } : email;
  };
  const composer = new MailComposer({
    ...given,
    from: address(from),
    to: address(to),
    replyTo: replyTo && address(replyTo),
    messageId: messageId ?? '<1@example.com>',
    date,
    headers: unsubscribe ? [{ key: 'List-Unsubscribe', value: unsubscribe }] : [],
    baseBoundary: 'same',
  });
  return serialize(composer.compile()).toString('latin1');
}

/** What is made of it here. */
function made({ from, to, replyTo, unsubscribe, messageId, subject, text, html }: Given): string | undefined {
  const [own, other, third] = [from, to, replyTo].map((mailbox) => mailbox && simpleMailbox(parse(mailbox)));
  if (!own || !other || (replyTo && !third)) return undefined;
  const headers: [string, string][] = [
    ...(unsubscribe ? [['List-Unsubscribe', unsubscribe] as [string, string]] : []),
    ['From', own],
    ['To', other],
    ...(third ? [['Reply-To', third] as [string, string]] : []),
    ['Subject', subject],
    ['Message-ID', messageId ?? '<1@example.com>'],
    ['Date', 'Fri, 02 Jan 2026 03:04:05 +0000'],
  ];
  return simpleMessage({ headers, text, html }, 'same')?.toString('latin1');
}

const long = (length: number): string => 'word '.repeat(length).slice(0, length - 1) + 'x';
const mailboxes = [
  'Shop <hello@example.com>',
  'The Shop 24 <no-reply+x_y.z@mail.example.co.uk>',
  'Many words in one name that must be folded somewhere <a@example.com>',
  `${'x'.repeat(60)}@${'y'.repeat(60)}.example`,
];
const subjects = [
  's',
  "50% off: a; b, c? (d) <e> 'f' [g] {h} \\",
  ...[60, 66, 67, 68, 69, 75, 76, 77, 200, 900].map(long),
  'y'.repeat(500),
];
const bodies = [
  '\r\n',
  'Grüße aus Köln, 5 € — ok\r\n',
  'trailing space \r\nand tab\t\r\n',
  `${'x'.repeat(2_000)}\r\n`,
  `${'x'.repeat(76)}\r\n`,
  `${'x'.repeat(77)}\r\n`,
  `${'wörter und mehr '.repeat(200)}\r\n.\r\n..dots\r\nFrom here`,
  '<a href="https://example.com/?a=b&c=%3D">=3D</a>\r\n'.repeat(60),
  'abc\0\x01\x7f\r\n',
  'half a pair \ud83d and a whole 😀\r\n',
  `long ${'<td style="a:b">cell</td>'.repeat(6_000)}\r\n`,
];
const changes: Partial<Given>[] = [
  {},
  ...mailboxes.flatMap((mailbox) => [{ from: mailbox }, { to: mailbox }, { replyTo: mailbox }]),
  ...subjects.map((subject) => ({ subject })),
  ...bodies.flatMap((body) => [{ text: body }, { html: body }]),
  { unsubscribe: `<https://mail.example.com/unsubscribe/${'a'.repeat(200)}>` },
  { messageId: `<0198f7a2-0000-7000-8000-000000000001@${'long.'.repeat(12)}example>` },
];

it.each(changes.map((change) => [change]))('is what the composer makes, case %#', (change) => {
  const result = made({ ...usual, ...change });
  expect(result).toBeDefined();
  expect(result).toBe(composed({ ...usual, ...change }));
});

it.each<[Partial<Given>]>([
  [{ subject: 'Grüße' }],
  [{ subject: 'say "hi"' }],
  [{ subject: '=?utf-8?Q?Hi?=' }],
  [{ subject: '' }],
  [{ subject: ' x' }],
  [{ subject: 'x ' }],
  [{ subject: 'a\tb' }],
  [{ subject: 'a\r\nBcc: b@evil.example' }],
  [{ to: 'Änn <ann@example.org>' }],
  [{ to: 'Lee, Ann <ann@example.org>' }],
  [{ to: '"a,b"@example.org' }],
  [{ to: 'a..b@example.org' }],
  [{ to: 'ann@xn--bcher-kva.example' }],
  [{ to: 'ann@EXAMPLE.org' }],
  [{ to: 'a@example.org, b@evil.example' }],
  [{ text: '李さん、こんにちは\r\n' }],
  [{ html: '12345 67890 \u2028' }],
])('leaves to the composer what needs more: %j', (change) => {
  expect(made({ ...usual, ...change })).toBeUndefined();
});
