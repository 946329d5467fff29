import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { write } from './write';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('a', ' ', '\t', '\r\n', '.', '=', 'é', '😀', '.\r\n', 'word '), { maxLength: 300 })
    .map((parts) => parts.join('')),
);
const file = fc.record({
  filename: fc.constantFrom('a.txt', 'rechnung-ä.pdf'),
  content: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  contentType: fc.constantFrom('text/plain', 'application/pdf'),
  cid: fc.constantFrom(undefined, 'logo'),
});

it('writes the same bytes as the streams of the library', async () => {
  const mail = fc.record({
    text,
    html: fc.option(text, { nil: undefined }),
    attachments: fc.array(file, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(mail, async (parts) => {
      const node = new MailComposer({ from: 'a@example.com', to: 'b@example.com', subject: 'Hé', ...parts }).compile();
      const written = write(node);
      expect(written.toString('latin1')).toBe((await node.build()).toString('latin1'));
    }),
    { numRuns: 150, examples: [[{ text: '', html: undefined, attachments: [] }]] },
  );
});

it('writes a file of several slices in lines of 76 characters', async () => {
  const content = Buffer.alloc(57 * 1_024 * 3 + 5, 'x');
  const node = new MailComposer({ attachments: [{ filename: 'x.bin', content }] }).compile();
  expect(write(node).equals(await node.build())).toBe(true);
});
