import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator';
import type ts from 'typescript';

export type Schema = Record<string, unknown>;

/** Makes JSON schemas of TypeScript types, and collects those that have a name under `#/components/schemas`. */
export class Schemas {
  readonly named: Record<string, Schema> = {};
  private readonly generator: SchemaGenerator;

  /** `open`: objects may have further properties, as requests may. */
  constructor(program: ts.Program, open: boolean) {
    const config = {
      ...DEFAULT_CONFIG,
      expose: 'export' as const,
      topRef: true,
      additionalProperties: open,
      encodeRefs: false,
      skipTypeCheck: true,
      functions: 'hide' as const,
      discriminatorType: 'open-api' as const,
      tsProgram: program,
    };
    this.generator = new SchemaGenerator(program, createParser(program, config), createFormatter(config), config);
  }

  /** The schema of a type; a type with a name is a reference. */
  of(node: ts.Node): Schema {
    const {
      definitions = {},
      $schema: _,
      ...schema
    } = this.generator.createSchemaFromNodes([node]) as Schema & {
      definitions?: Record<string, Schema>;
    };
    const inline = new Map(Object.entries(definitions).filter(([name]) => isGenerated(name)));
    for (const [name, definition] of Object.entries(definitions)) {
      if (!isGenerated(name)) this.named[componentName(name)] ??= placed(definition, inline) as Schema;
    }
    return placed(schema, inline) as Schema;
  }
}

/** A type without a name of its own is named by its place in a file, which moves: it stands where it is used. */
const isGenerated = (name: string): boolean => /\b(structure|interface|alias|class|def)-/.test(name);

/** Names of components hold letters, digits, dots, hyphens and underscores: `Page<EmailItem>` is `Page_EmailItem`. */
const componentName = (name: string): string => name.replace(/[^\w.-]+/g, '_').replace(/^_|_$/g, '');

/** References lead to components or give way to what they mean; keywords that OpenAPI does not know are left out. */
function placed(value: unknown, inline: ReadonlyMap<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => placed(item, inline));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, $comment: _, ...rest } = value as Schema;
  const others = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, placed(item, inline)]));
  if (typeof $ref !== 'string') return others;
  const name = $ref.slice('#/definitions/'.length);
  const meant = inline.get(name);
  if (meant) return { ...(placed(meant, inline) as Schema), ...others };
  return { $ref: `#/components/schemas/${componentName(name)}`, ...others };
}
