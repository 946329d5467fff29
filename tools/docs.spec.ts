import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from './docs/content';

describe('the pages made from code', () => {
  it.each(Object.entries(pages()))('docs/%s says what the code says (npm run docs writes it)', (file, content) => {
    expect(readFileSync(join(__dirname, '../docs', file), 'utf8')).toBe(content);
  });
});
