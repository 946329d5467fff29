import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionalText, readConfig, text, wholeNumber } from './config';

const settings = {
  PASSWORD: text('The password.', undefined, { secret: true }),
  TOKEN: optionalText('A token.', { secret: true }),
  HOST: text('The host.', 'localhost'),
  POOL: wholeNumber('Connections.', 8, 1, 100),
};
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'waybill-config-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a secret is read from the file that <KEY>_FILE names, without the line break at its end', () => {
  const file = join(folder, 'password');
  writeFileSync(file, 'p/s:s\n');
  const expected = { PASSWORD: 'p/s:s', TOKEN: null, HOST: 'localhost', POOL: 8 };
  expect(readConfig(settings, { PASSWORD_FILE: file })).toEqual(expected);
});

it.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['a missing setting', {}, /PASSWORD is required: The password/],
  ['a missing file', { PASSWORD_FILE: '/none' }, /PASSWORD cannot be read from PASSWORD_FILE: ENOENT/],
  ['a secret given twice', { PASSWORD: 'a', PASSWORD_FILE: '/none' }, /PASSWORD and PASSWORD_FILE are both given/],
  ['a number out of its bounds', { PASSWORD: 'a', POOL: '0' }, /POOL must be a whole number from 1/],
])('%s ends the start with a sentence that names it', (_what, env, expected) => {
  expect(() => readConfig(settings, env)).toThrow(expected);
});

it('a setting that is no secret is not read from a file', () => {
  expect(readConfig(settings, { PASSWORD: 'a', HOST_FILE: '/none' }).HOST).toBe('localhost');
});
