/** `npm run changelog`: writes CHANGELOG.md from the commits that callers and operators notice, by version tag (`v1.2.3`). */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const kinds: Record<string, string> = { feat: 'Added', fix: 'Fixed', perf: 'Faster' };
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, maxBuffer: 1 << 26 })
    .toString()
    .trim();

interface Version {
  title: string;
  /** Heading to its lines. */
  parts: Map<string, string[]>;
}

const versions: Version[] = [{ title: 'Unreleased', parts: new Map() }];
for (const line of git('log', '--no-merges', '--date=short', '--format=%ad%x09%D%x09%s').split('\n')) {
  const [date, names = '', subject = ''] = line.split('\t');
  const tag = /tag: v(\d+\.\d+\.\d+)/.exec(names)?.[1];
  if (tag) versions.push({ title: `${tag} (${date})`, parts: new Map() });
  const commit = /^(feat|fix|perf)(?:\(([^)]+)\))?(!)?: (.+)$/.exec(subject);
  if (!commit) continue;
  const [, kind, scope, breaking, text] = commit;
  const heading = breaking ? 'Changed: read before an upgrade' : kinds[kind!]!;
  const { parts } = versions.at(-1)!;
  parts.set(heading, [...(parts.get(heading) ?? []), `- ${scope ? `**${scope}**: ` : ''}${text}`]);
}

const order = ['Changed: read before an upgrade', 'Added', 'Fixed', 'Faster'];
const body = versions
  .filter(({ parts }) => parts.size > 0)
  .map(({ title, parts }) => {
    const sections = order.filter((heading) => parts.has(heading));
    return `## ${title}\n\n${sections.map((heading) => `### ${heading}\n\n${parts.get(heading)!.join('\n')}`).join('\n\n')}`;
  });
writeFileSync(
  join(root, 'CHANGELOG.md'),
  `# Changelog\n\nMade from the commits by \`npm run changelog\`.\n\n${body.join('\n\n')}\n`,
);
