/** ESLint rules about files, folders and words; tools/lint-rules.spec.ts proves each of them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const pathOf = (context) => relative(root, context.filename).split(sep).join('/');
const isTest = (file) => /\.(spec|e2e|fixture)\.ts$/.test(file);
const isSource = (file) => /\.tsx?$/.test(file);

/** One rule that looks at the file as a whole and may report it once. */
const fileRule = (schema, check) => ({
  meta: { type: 'problem', schema },
  create: (context) => ({
    Program(node) {
      const message = check(context, pathOf(context));
      if (message) context.report({ node, loc: { line: 1, column: 0 }, message });
    },
  }),
});

/** `noun.role.ts`: the part between the first and the last dot is a known role, a test, or absent; no class wraps the database. */
const fileRole = fileRule([{ type: 'array' }], (context, file) => {
  const [noun, ...parts] = basename(file)
    .replace(/\.tsx?$/, '')
    .split('.');
  const role = parts.filter((part) => !['spec', 'db', 'e2e', 'fixture', 'd'].includes(part)).join('.');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(noun)) return `File names are kebab-case: ${basename(file)}.`;
  if (noun.endsWith('-store') || role === 'store')
    return 'No stores: a service has the work, an x.sql.ts file its statements, a repository plain rows.';
  if (role && !context.options[0].includes(role))
    return `Unknown file role "${role}": see the list in CONTRIBUTING.md.`;
  return null;
});

/** A folder holds one resource or one stage; one that grows holds two. */
const folderSize = fileRule([{ type: 'integer' }], (context, file) => {
  const [most] = context.options;
  const folder = join(root, dirname(file));
  const names = isFolder(dirname(file)) ? readdirSync(folder).filter((name) => isSource(name) && !isTest(name)) : [];
  return names.length > most ? `${dirname(file)} has ${names.length} files, at most ${most} are readable.` : null;
});

const importsOf = (text) => [...text.matchAll(/from '(\.{1,2}\/[^']+)'/g)].map((match) => match[1]);
const known = new Map();

/** The folders that the files of a folder import by relative paths, tests apart. */
function importedFolders(folder) {
  if (known.has(folder)) return known.get(folder);
  const files = readdirSync(join(root, folder)).filter((name) => isSource(name) && !isTest(name));
  const texts = files.map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const folders = new Set(texts.flatMap((text) => importsOf(text).map((path) => join(folder, dirname(path)))));
  known.set(folder, folders);
  return folders;
}

/** Two folders that import each other are one folder in two places. */
const folderCycle = fileRule([], (context, file) => {
  const folder = dirname(file);
  if (isTest(file) || basename(folder) === 'src') return null;
  for (const path of importsOf(context.sourceCode.text)) {
    const other = join(folder, dirname(path));
    // The root of a source tree holds the module and the settings, which stand above and below every feature.
    if (other === folder || basename(other) === 'src' || !isFolder(other)) continue;
    if (!importedFolders(other).has(folder)) continue;
    return `${folder} and ${other} import each other.`;
  }
  return null;
});

const screens = 'apps/dashboard/src/';
/** Folders of the dashboard that every screen may use; any other folder is a family of screens, of the session or of the frame. */
const sharedByScreens = ['api', 'editor', 'parts', 'session', 'text', 'theme'];

/** A family of screens stands for itself: what two of them need is a part. */
const screenImports = fileRule([], (context, file) => {
  if (!file.startsWith(screens) || isTest(file)) return null;
  const [family, ...rest] = file.slice(screens.length).split('/');
  if (rest.length === 0 || family === 'shell') return null;
  for (const path of importsOf(context.sourceCode.text)) {
    const target = join(dirname(file), path);
    const [other, ...below] = target.slice(screens.length).split('/');
    if (other === family || below.length === 0) continue;
    if (!sharedByScreens.includes(other)) return `${family} must not import from ${other}: make it a part.`;
    if (sharedByScreens.includes(family) && !mayUse(family, other)) return `${family} must not import from ${other}.`;
  }
  return null;
});

/** The layers below the screens, from the highest to the lowest: each uses those behind it. */
const layers = ['editor', 'parts', 'session', 'api', 'theme', 'text'];
const mayUse = (from, to) => layers.indexOf(from) < layers.indexOf(to);

const isFolder = (folder) => statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() ?? false;

const forbidden = /\b(so (?:many|long|often)|nobody|whoever)\b/i;
const questionStart = /^\*\s*(?:\*\s*)?(Who|Whose|Whom|What)\b/;

/** Phrases that a reader has to read twice, in comments and texts. */
const plainWords = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const report = (node, text) => {
      const found = forbidden.exec(text)?.[1];
      if (found) context.report({ node, message: `Write the noun or the number instead of "${found}".` });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const place = { loc: comment.loc };
          report(place, comment.value);
          const word = comment.type === 'Block' && questionStart.exec(comment.value)?.[1];
          if (word) context.report({ ...place, message: `A doc comment does not begin with "${word}".` });
        }
      },
      Literal: (node) => typeof node.value === 'string' && report(node, node.value),
      TemplateElement: (node) => report(node, node.value.raw),
    };
  },
};

export default {
  rules: {
    'file-role': fileRole,
    'folder-size': folderSize,
    'folder-cycle': folderCycle,
    'screen-imports': screenImports,
    'plain-words': plainWords,
  },
};
