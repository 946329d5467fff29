const Ajv2020 = require('ajv/dist/2020').default;

/** Compares answers of the HTTP interface with an OpenAPI document. */
class AnswerCheck {
  #document;
  #ajv = new Ajv2020({ strict: false, validateFormats: false });
  #validators = new Map();
  /** Paths with their patterns; `/a/b` is asked before `/a/{id}` and that before `/a/*`, as the router does. */
  #routes;

  constructor(document) {
    this.#document = document;
    this.#ajv.addSchema({ $id: 'openapi', components: document.components, paths: document.paths });
    const patternOf = (path) =>
      new RegExp(
        `^${path
          .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
          .replace(/\{\w+\}/g, '[^/]+')
          .replace(/\\\*$/, '.*')}$`,
      );
    const vagueness = (path) => path.split('{').length + (path.endsWith('*') ? 100 : 0);
    this.#routes = Object.keys(document.paths)
      .sort((a, b) => vagueness(a) - vagueness(b))
      .map((path) => ({ path, pattern: patternOf(path) }));
  }

  /**
   * The ways in which an answer is not what the document says: `method` in upper case, `url` with its query, `type` the
   * content type or null, `text` the body. A route that the document does not name must answer the envelope of errors.
   */
  errors({ method, url, status, type, text }) {
    // These have no body, and no description.
    if (method === 'HEAD' || method === 'OPTIONS') return [];
    // The router takes other spellings of a path as well.
    const path = url
      .split('?')[0]
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1');
    const known = this.#operation(method.toLowerCase(), path);
    const name = known ? `${method} ${known.path}` : `${method} ${url}`;
    const wrong = known
      ? this.#described(known, { status, type, text })
      : status >= 400
        ? this.#schemaErrors(['components', 'schemas', 'ErrorEnvelope'], type, text)
        : [`status ${status} of a route that is not described`];
    return wrong.map((error) => `${name} ${status}: ${error}`);
  }

  #operation(method, path) {
    for (const { path: template, pattern } of this.#routes) {
      const operation = this.#document.paths[template][method];
      if (operation && pattern.test(path)) return { path: template, method, operation };
    }
    return null;
  }

  #described({ path, method, operation }, { status, type, text }) {
    const key = String(status) in operation.responses ? String(status) : status >= 400 ? 'default' : null;
    if (key === null) return ['the status is not described'];
    const reference = operation.responses[key].$ref;
    const place = reference ? reference.split('/').slice(1) : ['paths', path, method, 'responses', key];
    const { content } = place.reduce((value, part) => value[part], this.#document);
    if (text === '') return content && status !== 304 ? ['the body is missing'] : [];
    const media = type?.split(';')[0] ?? '';
    if (!content?.[media]) return [`a body of type ${media || 'none'} is not described`];
    if (media !== 'application/json') return [];
    return this.#schemaErrors([...place, 'content', media, 'schema'], type, text);
  }

  #schemaErrors(place, type, text) {
    if (!type?.startsWith('application/json')) return [`a body of type ${type ?? 'none'} is not the envelope`];
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    let validate = this.#validators.get(pointer);
    if (!validate) this.#validators.set(pointer, (validate = this.#ajv.compile({ $ref: `openapi#/${pointer}` })));
    if (validate(JSON.parse(text))) return [];
    return validate.errors.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

module.exports = { AnswerCheck };
