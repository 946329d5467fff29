import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from './docs/content';

describe('the files made from code', () => {
  it.each(Object.entries(pages()))('%s says what the code says (npm run docs writes it)', (file, content) => {
    expect(readFileSync(join(__dirname, '..', file), 'utf8')).toBe(content);
  });
});
