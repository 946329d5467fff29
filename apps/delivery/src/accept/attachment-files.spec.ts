import { AppError } from '@waybill/contracts/errors';
import { decodeAttachments } from './attachment-files';

const file = (content: string, over = {}) => ({ filename: 'a.txt', content, contentType: 'text/plain', ...over });
const problems = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.errors?.map(({ field, code }) => [field, code]);
    throw error;
  }
  return [];
};

describe('decodeAttachments', () => {
  it('decodes content, drops parameters of the type, and makes a file with a content id inline', () => {
    const [plain, image] = decodeAttachments(
      [file('aGk=', { contentType: 'text/plain; charset=utf-8' }), file('aGkh', { contentId: 'logo' })],
      100,
    );
    expect(plain).toMatchObject({ contentType: 'text/plain', disposition: 'attachment', content: Buffer.from('hi') });
    expect(image).toMatchObject({ contentId: 'logo', disposition: 'inline', content: Buffer.from('hi!') });
  });

  it.each(['a', 'aGk', 'aGk=\n', 'a-_k', '====', 'aG=k', 'aGk=aGk='])('refuses %j as base64', (content) => {
    expect(problems(() => decodeAttachments([file(content)], 100))).toEqual([
      ['attachments.0.content', 'invalid_string'],
    ]);
  });

  it('counts decoded bytes of all files together', () => {
    const content = Buffer.alloc(50).toString('base64');
    expect(problems(() => decodeAttachments([file(content), file(content)], 100))).toEqual([]);
    expect(problems(() => decodeAttachments([file(content), file(content)], 99))).toEqual([['attachments', 'too_big']]);
  });

  it('refuses an eleventh file and an inline file without content id', () => {
    expect(problems(() => decodeAttachments(Array(11).fill(file('aGk=')), 100))).toEqual([['attachments', 'too_big']]);
    expect(problems(() => decodeAttachments([file('aGk=', { disposition: 'inline' })], 100))).toEqual([
      ['attachments.0.contentId', 'required'],
    ]);
  });
});
