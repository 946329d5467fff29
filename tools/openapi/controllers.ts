import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A route as its controller states it. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters as `{id}`. */
  path: string;
  pathParameters: string[];
  /** Controller and method, for example `templateCreate`. */
  operationId: string;
  /** First part of the path, by which operations are grouped. */
  tag: string;
  /** The doc comment of the method, else an empty text. */
  comment: string;
  access: string;
  leastRole: string | null;
  status: number;
  body: WireClass | null;
  query: WireClass | null;
  /** Does the call take `If-Match`? */
  isConditional: boolean;
  /** Is the body a form without a file? */
  isForm: boolean;
  /** Is the body a form with a file? */
  isUpload: boolean;
  /** The declared type of the answer's body; null where the method writes the answer itself. */
  answer: ts.TypeNode | null;
  /** Every header that the method states, for example the content type of a page. */
  headers: Record<string, string>;
}

/** A class of requests: its name, the file that declares it, and its declaration. */
export interface WireClass {
  name: string;
  file: string;
  node: ts.ClassDeclaration;
}

export interface Controllers {
  program: ts.Program;
  routes: Route[];
}

const verbs: Record<string, Route['method']> = {
  Get: 'get',
  Post: 'post',
  Put: 'put',
  Patch: 'patch',
  Delete: 'delete',
};
/** Types of answers that a method writes itself. */
const opaque = new Set(['void', 'never', 'Buffer', 'FastifyReply', 'unknown', 'StreamableFile']);

/** Reads every route of the gateway from the source of its controllers. */
export function readControllers(root: string): Controllers {
  const files = globSync('apps/gateway/src/**/*.controller.ts', { cwd: root }).map((file) => join(root, file));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files.sort(), options);
  const routes = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${relative(root, file)} is not part of the program`);
    return source.statements
      .filter(ts.isClassDeclaration)
      .flatMap((node) => new ControllerReader(program, node).routes());
  });
  return { program, routes: routes.sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`)) };
}

class ControllerReader {
  private readonly checker: ts.TypeChecker;
  private readonly node: ts.ClassDeclaration;
  private readonly bases: string[];

  constructor(program: ts.Program, node: ts.ClassDeclaration) {
    this.node = node;
    this.checker = program.getTypeChecker();
    this.bases = this.paths(decorator(node, 'Controller')) ?? [''];
  }

  routes(): Route[] {
    return this.node.members.filter(ts.isMethodDeclaration).flatMap((method) => {
      const verb = decoratorsOf(method).find(({ name }) => name in verbs);
      if (!verb) return [];
      const paths = this.paths(verb.call) ?? [''];
      const all = this.bases.flatMap((base) => paths.map((path) => joinPath(base, path)));
      return all.map((path) => this.route(method, verbs[verb.name]!, { path, isOneOf: all.length > 1 }));
    });
  }

  private route(
    method: ts.MethodDeclaration,
    verb: Route['method'],
    { path, isOneOf }: { path: string; isOneOf: boolean },
  ): Route {
    const resource = (this.node.name?.text ?? '').replace(/Controller$/, '');
    // A method that answers several paths is an operation for each of them.
    const name = [method.name.getText(), ...(isOneOf ? path.split(/\W+/) : [])].map(capitalized).join('');
    const access = decorator(method, 'Access') ?? decorator(this.node, 'Access');
    const [rule, leastRole] = access ? access.arguments.map((argument) => this.text(argument)) : [];
    const [status] = decorator(method, 'HttpCode')?.arguments ?? [];
    return {
      method: verb,
      path: path.replace(/:(\w+)/g, '{$1}'),
      pathParameters: [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!),
      operationId: `${resource.charAt(0).toLowerCase()}${resource.slice(1)}${name}`,
      tag: path.split('/').filter((part) => part !== '' && part !== 'v1')[0] ?? 'pages',
      comment: commentOf(method),
      access: rule ?? 'open',
      leastRole: leastRole ?? null,
      status: status ? Number(status.getText()) : verb === 'post' ? 201 : 200,
      body: this.wireClass(method, 'Body'),
      query: this.wireClass(method, 'Query'),
      isConditional: method.parameters.some((parameter) => decorator(parameter, 'IfMatch') !== undefined),
      isForm: decorator(method, 'FormBody') !== undefined,
      isUpload: decorator(method, 'Uploads') !== undefined,
      answer: this.answer(method),
      headers: this.headers(method),
    };
  }

  /** The class that `@Body(valid(X))` or `@Query(valid(X))` names. */
  private wireClass(method: ts.MethodDeclaration, place: 'Body' | 'Query'): WireClass | null {
    for (const parameter of method.parameters) {
      const [argument] = decorator(parameter, place)?.arguments ?? [];
      if (!argument || !ts.isCallExpression(argument)) continue;
      const [reference] = argument.arguments;
      const symbol = reference && this.checker.getSymbolAtLocation(reference);
      const declared = symbol && (symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol);
      const node = declared?.declarations?.find(ts.isClassDeclaration);
      if (!node?.name) throw new Error(`${method.getText().slice(0, 80)}: the class of its ${place} is not found`);
      return { name: node.name.text, file: node.getSourceFile().fileName, node };
    }
    return null;
  }

  /** What the promise of the method holds. `Json<X>` is an X that another service wrote as text. */
  private answer(method: ts.MethodDeclaration): ts.TypeNode | null {
    let type = method.type;
    while (type && ts.isTypeReferenceNode(type) && ['Promise', 'Json'].includes(type.typeName.getText())) {
      type = type.typeArguments?.[0];
    }
    return !type || opaque.has(type.getText()) ? null : type;
  }

  private headers(method: ts.MethodDeclaration): Record<string, string> {
    const stated = decoratorsOf(method).filter(({ name }) => name === 'Header');
    return Object.fromEntries(
      stated.map(({ call }) => call.arguments.map((argument) => this.text(argument)) as [string, string]),
    );
  }

  private paths(call: ts.CallExpression | undefined): string[] | null {
    const [argument] = call?.arguments ?? [];
    if (!argument) return call ? [''] : null;
    if (ts.isArrayLiteralExpression(argument)) return argument.elements.map((element) => this.text(element));
    return [this.text(argument)];
  }

  /** A text, or the text that a constant holds. */
  private text(node: ts.Expression): string {
    const type = this.checker.getTypeAtLocation(node);
    return type.isStringLiteral() ? type.value : node.getText();
  }
}

interface Decorator {
  name: string;
  call: ts.CallExpression;
}

function decoratorsOf(node: ts.Node): Decorator[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.flatMap(({ expression }) =>
    ts.isCallExpression(expression) ? [{ name: expression.expression.getText(), call: expression }] : [],
  );
}

const decorator = (node: ts.Node, name: string): ts.CallExpression | undefined =>
  decoratorsOf(node).find((each) => each.name === name)?.call;

/** The doc comment without its tags, as one line per paragraph. */
function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(doc?.comment) ?? '';
  return text
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

const joinPath = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
