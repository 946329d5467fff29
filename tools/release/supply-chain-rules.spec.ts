import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  licenceProblems,
  lockProblems,
  vulnerabilityProblems,
  type Lockfile,
  type Manifest,
} from './supply-chain-rules';

const read = (file: string): unknown => JSON.parse(readFileSync(join(__dirname, '../..', file), 'utf8'));
const pinned = { dependencies: { pg: '8.23.1' }, devDependencies: { typescript7: 'npm:typescript@7.0.2' } };

it('the lockfile of this repository has a hash for every package, no address, and pinned versions', () => {
  expect(lockProblems(read('package-lock.json') as Lockfile, read('package.json') as Manifest)).toEqual([]);
});

it.each([
  ['a package without a hash', { 'node_modules/a': { version: '1.0.0' } }, /node_modules\/a has no sha512/],
  ['an address', { 'node_modules/a': { resolved: 'http://x/a.tgz', integrity: 'sha512-x' } }, /bound to http:\/\/x/],
])('%s is a problem of the lockfile', (_what, packages, expected) => {
  expect(lockProblems({ lockfileVersion: 3, packages }, pinned).join()).toMatch(expected);
});

it('a range of versions is a problem, an alias of one version is none', () => {
  const lock = { lockfileVersion: 3, packages: {} };
  expect(lockProblems(lock, pinned)).toEqual([]);
  expect(lockProblems(lock, { ...pinned, dependencies: { pg: '^8.0.0' } }).join()).toMatch(/pg is \^8/);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['', false],
])('a package with the licence "%s" may be shipped: %s', (expression, isAllowed) => {
  const bom = { components: [{ name: 'some', version: '1.0.0', licenses: expression ? [{ expression }] : [] }] };
  expect(licenceProblems(bom)).toHaveLength(isAllowed ? 0 : 1);
});

it('a high advisory is a problem until an exception with a later day names it', () => {
  const via = [{ url: 'https://github.com/advisories/GHSA-1', title: 'Prototype pollution' }];
  const report = { vulnerabilities: { some: { severity: 'high', via }, other: { severity: 'low', via } } };
  const today = new Date('2026-11-01');
  const until = (day: string) => ({ 'GHSA-1': { until: day, reason: 'not reachable' } });
  expect(vulnerabilityProblems(report, today, {})).toEqual([expect.stringContaining('Prototype pollution')]);
  expect(vulnerabilityProblems(report, today, until('2026-12-01'))).toEqual([]);
  expect(vulnerabilityProblems(report, today, until('2026-10-01'))).toHaveLength(1);
});
