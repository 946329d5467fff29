import type { FieldCodes } from './expect-error';

/** What a send request gets for one wrong part: what is wrong, the change to a right request, the fields by code. */
export type Refusal = [what: string, change: Record<string, unknown>, fields: FieldCodes];

const long = (length: number): string => 'x'.repeat(length);
const breaks: [string, string][] = [
  ['CR', 'a\rb'],
  ['LF', 'a\nb'],
  ['CRLF and a header', 'a\r\nBcc: eve@evil.example'],
  ['a Unicode line separator', 'a\u2028b'],
];

const recipients: Refusal[] = [
  ['no recipient', { to: undefined }, { to: 'required' }],
  ['a recipient that is no address', { to: 'nobody' }, { to: 'invalid_email' }],
  ['two addresses in one string', { to: 'a@b.example,c@d.example' }, { to: 'invalid_email' }],
  ['a recipient with a display name in the string', { to: 'Ada <a@b.example>' }, { to: 'invalid_email' }],
  ['a number as recipient', { to: 5 }, { to: 'invalid_type' }],
  ['an object without email', { to: { name: 'Ada' } }, { 'to.email': 'required' }],
  ['an object with a bad email', { to: { email: 'nobody' } }, { 'to.email': 'invalid_email' }],
  ['an object with a bad name', { to: { email: 'a@b.example', name: 5 } }, { 'to.name': 'invalid_type' }],
  ['an empty list', { to: [] }, { to: 'too_small' }],
  ['501 recipients', { to: Array.from({ length: 501 }, (_, n) => `p${n}@b.example`) }, { to: 'too_big' }],
  [
    'every bad one of a list',
    { to: ['a@b.example', 'nobody', { email: 'c@d.example' }, { email: '@' }, null] },
    { 'to.1': 'invalid_email', 'to.3.email': 'invalid_email', 'to.4': 'required' },
  ],
  [
    'an address of 255 characters',
    { to: `${long(64)}@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(65)}.example` },
    { to: 'invalid_email' },
  ],
  ...breaks.map(
    ([name]): Refusal => [
      `${name} in an address`,
      { to: `a${name === 'CR' ? '\r' : '\n'}@b.example` },
      { to: 'invalid_email' },
    ],
  ),
  ...breaks.map(
    ([name, text]): Refusal => [
      `${name} in a recipient's name`,
      { to: [{ email: 'a@b.example', name: text }] },
      { 'to.0.name': 'invalid_string' },
    ],
  ),
];

const controls: Refusal[] = ['\t', '\u0007', '\u007f', '\u0085'].flatMap((control): Refusal[] => {
  const name = `a${control}b`;
  return [
    [
      `${JSON.stringify(control)} in a recipient's name`,
      { to: { email: 'a@b.example', name } },
      { 'to.name': 'invalid_string' },
    ],
    [`${JSON.stringify(control)} in the deprecated name`, { name }, { name: 'invalid_string' }],
  ];
});

const content: Refusal[] = [
  ['no subject', { subject: undefined }, { subject: 'required' }],
  ['no body', { body: undefined }, { body: 'required' }],
  ['neither subject nor body', { subject: undefined, body: undefined }, { subject: 'required', body: 'required' }],
  ['an empty subject', { subject: '' }, { subject: 'too_small' }],
  ['an empty body', { body: '' }, { body: 'too_small' }],
  ['a subject of 999 characters', { subject: long(999) }, { subject: 'too_big' }],
  ['a number as subject', { subject: 5 }, { subject: 'invalid_type' }],
  ['an object as body', { body: {} }, { body: 'invalid_type' }],
  ['a broken template in the body', { body: '<p>{% if x %}</p>' }, { body: 'syntax' }],
  ['a broken template in the subject', { subject: 'Hello {{ name' }, { subject: 'syntax' }],
  ['a template that includes a file', { body: "{% include 'x' %}" }, { body: 'syntax' }],
  ['a template id that is no id', { template: 'welcome' }, { template: 'invalid_string' }],
  ...breaks.map(
    ([name, text]): Refusal => [`${name} in the subject`, { subject: text }, { subject: 'invalid_string' }],
  ),
];

const senders: Refusal[] = [
  ['no sender', { from: undefined }, { from: 'required' }],
  ['a sender that is no address', { from: 'nobody' }, { from: 'invalid_email' }],
  ['a sender object without email', { from: { name: 'Shop' } }, { 'from.email': 'required' }],
  ['two senders', { from: ['a@b.example'] }, { from: 'invalid_type' }],
  [
    'a name that shows another address',
    { from: { email: 'a@b.example', name: 'ceo@bank.example' } },
    { 'from.name': 'invalid_string' },
  ],
  ['a deprecated name that shows another address', { name: 'ceo@bank.example' }, { name: 'invalid_string' }],
  ['a name of 201 characters', { name: long(201) }, { name: 'too_big' }],
  ['a number as name', { name: 5 }, { name: 'invalid_type' }],
  ['a reply address that is none', { reply: 'nobody' }, { reply: 'invalid_email' }],
  ['a reply address with a line break', { reply: 'a@b.example\r\nBcc: c@d.example' }, { reply: 'invalid_email' }],
  ...breaks.map(
    ([name, text]): Refusal => [
      `${name} in the sender's name`,
      { from: { email: 'a@b.example', name: text } },
      { 'from.name': 'invalid_string' },
    ],
  ),
  ...breaks.map(
    ([name, text]): Refusal => [`${name} in the deprecated name`, { name: text }, { name: 'invalid_string' }],
  ),
];

const data: Refusal[] = [
  ['a string as subscribed', { subscribed: 'yes' }, { subscribed: 'invalid_type' }],
  ['a list as data', { data: [] }, { data: 'invalid_type' }],
  ['a string as data', { data: 'x' }, { data: 'invalid_type' }],
  ['a key of 101 characters', { data: { [long(101)]: 1 } }, { [`data.${long(100)}`]: 'too_big' }],
  ['201 keys', { data: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n])) }, { data: 'too_big' }],
  ['more than 64 KB of data', { data: { text: long(65_537) } }, { data: 'too_big' }],
  ['a string as tracking', { tracking: 'on' }, { tracking: 'invalid_type' }],
];

const ownHeaders = [
  ...['From', 'to', 'CC', 'bcc', 'Sender', 'Return-Path', 'Reply-To', 'Subject', 'date', 'Message-ID', 'MIME-Version'],
  ...['Content-Type', 'DKIM-Signature', 'Received', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'X-SES-Source-ARN'],
  ...['X-SMTPAPI', 'x-mc-BccAddress', 'X-Mailgun-Recipient-Variables', 'X-MSYS-API', 'X-MJ-CustomID'],
];
const headers: Refusal[] = [
  ['a list as headers', { headers: [] }, { headers: 'invalid_type' }],
  ['a number as header value', { headers: { 'X-A': 5 } }, { 'headers.X-A': 'invalid_type' }],
  ['a header value of 999 characters', { headers: { 'X-A': long(999) } }, { 'headers.X-A': 'too_big' }],
  ['a header name with a colon', { headers: { 'X:A': 'x' } }, { 'headers.X:A': 'invalid_string' }],
  ['a header name with CR', { headers: { 'X\rA': 'x' } }, { 'headers.X\rA': 'invalid_string' }],
  ['a header name with LF', { headers: { 'X-A\nBcc': 'x' } }, { 'headers.X-A\nBcc': 'invalid_string' }],
  ['one header in two cases', { headers: { 'X-A': '1', 'X-B': '2', 'x-a': '3' } }, { 'headers.x-a': 'invalid_string' }],
  ['a control character in a header', { headers: { 'X-A': 'a\u0007b' } }, { 'headers.X-A': 'invalid_string' }],
  [
    'message ids that are none',
    { headers: { References: '<a@b.example>, <c@d.example>', 'In-Reply-To': 'ä@b.example' } },
    { 'headers.References': 'invalid_string', 'headers.In-Reply-To': 'invalid_string' },
  ],
  ['an empty header name', { headers: { '': 'x' } }, { headers: 'invalid_string' }],
  ...ownHeaders.map(
    (name): Refusal => [`the header ${name}`, { headers: { [name]: 'x' } }, { [`headers.${name}`]: 'invalid_string' }],
  ),
  ...breaks.map(
    ([name, text]): Refusal => [
      `${name} in a header value`,
      { headers: { 'X-A': text } },
      { 'headers.X-A': 'invalid_string' },
    ],
  ),
];

const file = { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' };
const attached = (change: object): { attachments: object[] } => ({ attachments: [{ ...file, ...change }] });
const attachments: Refusal[] = [
  ['an object as attachments', { attachments: {} }, { attachments: 'invalid_type' }],
  ['eleven attachments', { attachments: Array.from({ length: 11 }, () => file) }, { attachments: 'too_big' }],
  ['a string as attachment', { attachments: ['x'] }, { 'attachments.0': 'invalid_type' }],
  ['an attachment without filename', attached({ filename: undefined }), { 'attachments.0.filename': 'required' }],
  ['an attachment without content', attached({ content: undefined }), { 'attachments.0.content': 'required' }],
  [
    'an attachment without content type',
    attached({ contentType: undefined }),
    { 'attachments.0.contentType': 'required' },
  ],
  ['content that is not base64', attached({ content: '%%%=' }), { 'attachments.0.content': 'invalid_string' }],
  ['a filename with a line break', attached({ filename: 'a\r\nX: y' }), { 'attachments.0.filename': 'invalid_string' }],
  ['a filename with a quote', attached({ filename: 'a".exe' }), { 'attachments.0.filename': 'invalid_string' }],
  [
    'a content type with a line break',
    attached({ contentType: 'text/plain\r\nX: y' }),
    { 'attachments.0.contentType': 'invalid_string' },
  ],
  ['an unknown disposition', attached({ disposition: 'hidden' }), { 'attachments.0.disposition': 'invalid_enum' }],
  ['an inline file without content id', attached({ disposition: 'inline' }), { 'attachments.0.contentId': 'required' }],
  ['a filename with a tab', attached({ filename: 'a\tb' }), { 'attachments.0.filename': 'invalid_string' }],
  ['a content id outside ASCII', attached({ contentId: 'bücher' }), { 'attachments.0.contentId': 'invalid_string' }],
  ['a content id of 201 characters', attached({ contentId: long(201) }), { 'attachments.0.contentId': 'too_big' }],
  [
    'a content type with a part of 101 characters',
    attached({ contentType: `text/${long(101)}` }),
    { 'attachments.0.contentType': 'invalid_string' },
  ],
  ['a content id with brackets', attached({ contentId: '<a>' }), { 'attachments.0.contentId': 'invalid_string' }],
];

/** Every rule of the specification's request table for `POST /v1/send`, broken. */
export const refusals: Refusal[] = [
  ...recipients,
  ...controls,
  ...content,
  ...senders,
  ...data,
  ...headers,
  ...attachments,
  [
    'several fields at once',
    { to: 'nobody', subject: '', subscribed: 'no' },
    { to: 'invalid_email', subject: 'too_small', subscribed: 'invalid_type' },
  ],
];
