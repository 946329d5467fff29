/**
 * `npm run openapi`: writes docs/openapi.json, the description of the HTTP interface, from the controllers of the gateway and the
 * wire classes. `--check` writes nothing and fails when the file is not what the code says.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleModule } from './build.ts';
import { readControllers, type Route, type WireClass } from './openapi/controllers.ts';
import { openapiDocument, type Constraints } from './openapi/document.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/openapi.json');

const controllers = readControllers(root);
const document = openapiDocument(controllers, await constraintsOf(controllers.routes));
const text = `${JSON.stringify(document, null, 2)}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/openapi.json is not what the code says: run npm run openapi and look at the change.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}

/** What the validation rules of the request classes say. The classes are loaded, because rules are made by their decorators. */
async function constraintsOf(routes: Route[]): Promise<Constraints> {
  const classes = routes.flatMap(({ body, query }) => [body, query]).filter((each): each is WireClass => each !== null);
  const files = [...new Set(classes.map((each) => each.file))];
  const source = [
    "import { validationMetadatasToSchemas } from 'class-validator-jsonschema';",
    "import { getMetadataStorage } from 'class-validator';",
    ...files.map((path, index) => `export * as classes${index} from '${path}';`),
    'export const constraints = () => validationMetadatasToSchemas({ classValidatorMetadataStorage: getMetadataStorage() });',
  ];
  mkdirSync(join(root, 'dist/tools'), { recursive: true });
  writeFileSync(join(root, 'dist/tools/request-classes.ts'), source.join('\n'));
  await bundleModule('dist/tools/request-classes.ts', 'dist/tools/request-classes.js', root);
  const { constraints } = createRequire(import.meta.url)(join(root, 'dist/tools/request-classes.js')) as {
    constraints: () => Constraints;
  };
  return constraints();
}
