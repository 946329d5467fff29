import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (folder: string): any =>
  JSON.parse(readFileSync(join(__dirname, '../../..', folder, 'package.json'), 'utf8'));

it('the published command line depends on the versions that its tests ran with', () => {
  const { dependencies } = read('apps/cli');
  const { devDependencies } = read('.');
  const tested = Object.keys(dependencies).map((name) => [name, devDependencies[name]]);
  expect(dependencies).toEqual(Object.fromEntries(tested));
});

it('client and command line have the version of the workspace', () => {
  const { version } = read('.');
  expect([read('apps/cli').version, read('libs/sdk').version]).toEqual([version, version]);
});
