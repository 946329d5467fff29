import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { write } from './write';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('a', ' ', '\t', '\r\n', '.', '=', 'é', '😀', '.\r\n', 'word '), { maxLength: 300 })
    .map((parts) => parts.join('')),
);

it('writes the same bytes as the streams of the library', async () => {
  const mail = fc.record({ text, html: fc.option(text, { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(mail, async (parts) => {
      const node = new MailComposer({ from: 'a@example.com', to: 'b@example.com', subject: 'Hé', ...parts }).compile();
      const written = write(node);
      expect(written.toString('latin1')).toBe((await node.build()).toString('latin1'));
    }),
    { numRuns: 400, examples: [[{ text: '', html: undefined }]] },
  );
});
