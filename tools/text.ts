/**
 * `npm run text`: collects the texts of the dashboard into a catalog for each language, `apps/dashboard/src/text/catalog/{language}.po`,
 * in which translations are written, and compiles the catalogs to JSON beside them. `--check` writes nothing and fails when a catalog
 * is not what the code says.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { makeConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { format, resolveConfig } from 'prettier';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'apps/dashboard/src');
const folder = join(sources, 'text/catalog');
const source = 'en';
const languages = [source, 'de'];
const isCheck = process.argv.includes('--check');

const config = makeConfig({
  rootDir: sources,
  locales: languages,
  sourceLocale: source,
  catalogs: [{ path: '<rootDir>/text/catalog/{locale}', include: ['<rootDir>'], exclude: ['**/*.spec.ts'] }],
  format: formatter({ origins: false, explicitIdAsDefault: true, printPlaceholdersInComments: false }),
  orderBy: 'messageId',
});
const [catalog] = await getCatalogs(config);
if (!catalog) throw new Error('No catalog is configured.');

if (isCheck) await checkMessages();
else await catalog.make({ clean: true, overwrite: false, orderBy: 'messageId' });
for (const language of languages) await compile(language);

/** Says which messages of the code are not in a catalog, and which of a catalog are not in the code. */
async function checkMessages(): Promise<void> {
  const used = Object.keys((await catalog!.collect()) ?? {});
  for (const language of languages) {
    const known = Object.keys((await catalog!.read(language)) ?? {});
    const different = [...used.filter((id) => !known.includes(id)), ...known.filter((id) => !used.includes(id))];
    if (different.length > 0)
      complain(`${language}.po is not what the code says: ${different.slice(0, 5).join(' | ')}`);
  }
}

/**
 * Writes the compiled messages of a language. The English text is the name of its message: of English only those are compiled that
 * have more syntax than values, which the dashboard compiles itself, of another language only those that are translated.
 */
async function compile(language: string): Promise<void> {
  const { messages } = await catalog!.getTranslations(language, { fallbackLocales: {}, sourceLocale: source });
  const texts = Object.entries(messages).filter(([id, text]) => language === source || (text !== '' && text !== id));
  const given = Object.fromEntries(texts.map(([id, text]) => [id, text || id]));
  const { source: json, errors } = createCompiledCatalog(language, given, { namespace: 'json' });
  for (const { id, error } of errors) complain(`${language}.po: “${id}”: ${error.message}`);
  const compiled = (JSON.parse(json) as { messages: Record<string, unknown[]> }).messages;
  const kept = Object.entries(compiled).filter(
    ([id, parts]) => language !== source || JSON.stringify(parts) !== JSON.stringify(valuesOnly(id)),
  );
  const file = join(folder, `${language}.json`);
  const text = await format(JSON.stringify(Object.fromEntries(kept)), {
    ...(await resolveConfig(file)),
    parser: 'json',
  });
  if (!isCheck) {
    writeFileSync(file, text);
    if (language !== source)
      console.log(`${language}: ${texts.length} of ${Object.keys(messages).length} messages are translated`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    complain(`${language}.json is not what ${language}.po says`);
  }
}

/** A message as the dashboard compiles it that has no syntax but values, `{name}`. */
function valuesOnly(id: string): unknown[] {
  const parts = id.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? [part] : part));
  return parts.filter((part) => part !== '');
}

function complain(words: string): void {
  console.error(`${words}. Run npm run text and look at the change.`);
  process.exitCode = 1;
}
