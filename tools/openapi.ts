/**
 * `npm run openapi`: writes docs/openapi.json, the description of the HTTP interface, from the controllers of the gateway and the
 * wire classes, and libs/sdk/src/openapi-types.ts, the same as TypeScript types. `--check` writes nothing and fails when a file is
 * not what the code says.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleModule } from './build.ts';
import { readControllers, type Route, type WireClass } from './openapi/controllers.ts';
import { openapiDocument, type Constraints, type Rules } from './openapi/document.ts';
import { typesOf } from './sdk/types.ts';

const root = join(import.meta.dirname, '..');

const controllers = readControllers(root);
const document = openapiDocument(controllers, await rulesOf(controllers.routes));
const made: Record<string, string> = {
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'libs/sdk/src/openapi-types.ts': await typesOf(document),
};

for (const [file, text] of Object.entries(made)) {
  const path = join(root, file);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${file} is not what the code says: run npm run openapi and look at the change.`);
    process.exitCode = 1;
  }
}

/** The rules that request classes and errors state. The modules are loaded, because rules are made by decorators. */
async function rulesOf(routes: Route[]): Promise<Rules> {
  const classes = routes.flatMap(({ body, query }) => [body, query]).filter((each): each is WireClass => each !== null);
  const files = [...new Set(classes.map((each) => each.file))];
  const source = [
    "import { validationMetadatasToSchemas } from 'class-validator-jsonschema';",
    "import { getMetadataStorage } from 'class-validator';",
    ...files.map((path, index) => `import * as classes${index} from '${path}';`),
    `export { errorCodes } from '${join(root, 'libs/contracts/src/errors.ts')}';`,
    'export const constraints = () => validationMetadatasToSchemas({ classValidatorMetadataStorage: getMetadataStorage() });',
    'export const rulesOf = (type) => getMetadataStorage().getTargetValidationMetadatas(type, "", true, false);',
    `export const modules = [${files.map((_, index) => `classes${index}`).join(', ')}];`,
  ];
  mkdirSync(join(root, 'dist/tools'), { recursive: true });
  writeFileSync(join(root, 'dist/tools/request-classes.ts'), source.join('\n'));
  await bundleModule('dist/tools/request-classes.ts', 'dist/tools/request-classes.js', root);
  const rules = createRequire(import.meta.url)(join(root, 'dist/tools/request-classes.js')) as {
    constraints: () => Constraints;
    errorCodes: Record<string, unknown>;
    modules: Record<string, unknown>[];
    rulesOf: (type: unknown) => { name?: string; propertyName: string }[];
  };
  const types = rules.modules.flatMap((exports) => Object.entries(exports)).filter(([, value]) => isClass(value));
  const nullable = types.map(([name, type]) => {
    const optional = rules.rulesOf(type).filter((rule) => rule.name === 'isOptional');
    return [name, optional.map(({ propertyName }) => propertyName)];
  });
  return {
    constraints: rules.constraints(),
    nullable: Object.fromEntries(nullable) as Rules['nullable'],
    errorCodes: Object.keys(rules.errorCodes),
  };
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}
