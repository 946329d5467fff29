import type { RenderProblem, RenderTemplate, RenderVariable } from '@waybill/contracts/templates/render';
import { brokenLinks, clippedBytes, imagesWithoutText, insecureLinks } from './html-problems';

const maxProblems = 50;
const maxVariables = 200;

/** Roots that every email has, or that belong to the workflow that sends. */
const given = new Set(['id', 'email', 'subscribed', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl', 'event', 'context']);

export const problem = (
  code: RenderProblem['code'],
  message: string,
  change: Partial<RenderProblem> = {},
): RenderProblem => ({ code, severity: 'warning', field: null, message, line: null, column: null, ...change });

/** The variables that a content names, each once, with whether there is a value for it. */
export function shownVariables(paths: string[][], values: Record<string, unknown>): RenderVariable[] {
  const byName = new Map(paths.map((path) => [path.join('.'), path]));
  return [...byName]
    .map(([name, path]) => ({ name, hasValue: isSet(valueAt(path, values)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, maxVariables);
}

/** The custom fields of contacts that the paths name: the key of `data.plan` and of a bare `plan`. */
export function namedFields(paths: string[][]): string[] {
  const keys = paths.map(([root, key]) => (root === 'data' ? key : given.has(root!) ? undefined : root));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** Fields that the content names and neither a contact of the project nor the request has. */
export function unknownFields(named: string[], known: Iterable<string>): RenderProblem[] {
  const all = new Set(known);
  return named
    .filter((field) => !all.has(field))
    .map((field) => problem('unknown_field', `No contact of the project has the field ${field.slice(0, 100)}.`));
}

/** The problems of a content that could be rendered. */
export function renderedProblems(
  { subject, body, type }: RenderTemplate,
  rendered: { subject: string; html: string },
): RenderProblem[] {
  const { html } = rendered;
  const field = { field: 'body' };
  const imageCount = imagesWithoutText(html);
  const bytes = Buffer.byteLength(html);
  return [
    ...(subject && rendered.subject.trim() === ''
      ? [problem('empty_subject', 'The subject is empty with these values.', { field: 'subject' })]
      : []),
    ...(type === 'MARKETING' && !/unsubscribeUrl|manageUrl/.test(body)
      ? [
          problem(
            'missing_unsubscribe_link',
            'The content has no unsubscribe link of its own: the footer adds one.',
            field,
          ),
        ]
      : []),
    ...(bytes > clippedBytes
      ? [
          problem(
            'too_long',
            `The HTML has ${bytes} bytes: some mail programs cut it off after ${clippedBytes}.`,
            field,
          ),
        ]
      : []),
    ...brokenLinks(html).map((link) => problem('broken_link', `A link is not a URL: ${link}`, field)),
    ...insecureLinks(html).map((link) => problem('insecure_link', `A link is not encrypted: ${link}`, field)),
    ...(imageCount > 0 ? [problem('image_without_text', `Images without an alt text: ${imageCount}.`, field)] : []),
  ].slice(0, maxProblems);
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function valueAt(path: string[], values: unknown): unknown {
  let value = values;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) && (key === 'first' || key === 'last' || key === 'size')) return value.length || undefined;
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}
