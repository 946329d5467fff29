import MailComposer from 'nodemailer/lib/mail-composer';
import { randomBytes } from 'node:crypto';
import { serialize } from './serialize';

const base = {
  from: 'a@example.com',
  to: 'b@example.com',
  subject: 's',
  messageId: '<1@example.com>',
  date: new Date(0),
};

/** The same options compiled twice, with the same boundaries. */
async function both(options: object): Promise<[Buffer, Buffer]> {
  const compile = () => new MailComposer({ ...base, baseBoundary: 'same', ...options }).compile();
  return [serialize(compile()), await compile().build()];
}

const texts = [
  '',
  '\r\n',
  'Hi',
  'Hi\r\n',
  'Grüße, 李 😀',
  'trailing space \r\nand tab\t\r\n',
  `${'x'.repeat(2_000)}\r\n`,
  `${'wörter und mehr '.repeat(200)}\r\n.\r\n..dots`,
  'ß'.repeat(500),
  '=3D = equals\r\nFrom the line\r\n',
];

it.each(texts)('a message of one text is what the composer itself would stream, case %#', async (text) => {
  const [ours, theirs] = await both({ text });
  expect(ours.toString('latin1')).toBe(theirs.toString('latin1'));
});

it.each(texts)('so is one of text and HTML with images beside and files around, case %#', async (text) => {
  for (const size of [0, 1, 56, 57, 58, 5_000]) {
    const file = { filename: 'ä.bin', content: randomBytes(size), contentType: 'application/octet-stream' };
    const image = { filename: 'i.png', content: randomBytes(size), contentType: 'image/png', cid: 'i@x' };
    for (const attachments of [[], [file], [image], [image, file, file]]) {
      const [ours, theirs] = await both({ text, html: `<p>${text}</p>`, attachments });
      expect(ours.toString('latin1')).toBe(theirs.toString('latin1'));
    }
  }
});
