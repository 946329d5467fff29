import { i18n } from '../../text/i18n';

/** The value of a variable, with the text that stands where a contact has none. */
export interface Variable {
  name: string;
  fallback: string;
}

export const operators = ['present', 'absent', 'equals', 'notEquals'] as const;
export type Operator = (typeof operators)[number];
/** How a value is written in a comparison. */
export type ValueKind = 'text' | 'number' | 'boolean';

/** A question about a contact; its block is in the email only where the answer is yes. */
export interface Condition {
  field: string;
  operator: Operator;
  value: string;
  kind: ValueKind;
}

/** A name that Liquid reads as it is: words of letters, digits, `_` and `-`, joined by dots. */
const plainName = /^[\p{L}_][\p{L}\p{N}_-]*(\.[\p{L}_][\p{L}\p{N}_-]*)*$/u;
/** Braces, quotes and bars would end the tag that a text stands in. */
const cannotBePlain = /[{}"'|<>%]/g;

/** `{{ name ?? there }}`; the text has no quotes, which would become entities in HTML. */
export function variableTag({ name, fallback }: Variable): string {
  const text = fallback.replace(cannotBePlain, '').trim();
  return `{{ ${name.replace(cannotBePlain, '').trim()}${text ? ` ?? ${text}` : ''} }}`;
}

/** `{% if plan == "pro" %}`, the tag that opens the block of a condition. */
export function conditionTag({ field, operator, value, kind }: Condition): string {
  const name = reference(field);
  if (operator === 'present') return `{% if ${name} != blank %}`;
  if (operator === 'absent') return `{% if ${name} == blank %}`;
  return `{% if ${name} ${operator === 'equals' ? '==' : '!='} ${literal(value, kind)} %}`;
}

export const conditionEnd = '{% endif %}';

/** A list whose elements have the blocks once each. */
export interface Loop {
  list: string;
  /** The name of an element in the blocks: `{{ item.name }}`. */
  item: string;
  /** At most as many elements; null for all. */
  limit: number | null;
}

/** `{% for item in items limit:3 %}`, the tag that opens the blocks of a loop. */
export const loopTag = ({ list, item, limit }: Loop): string =>
  `{% for ${itemName(item)} in ${reference(list)}${limit === null ? '' : ` limit:${limit}`} %}`;

export const loopEnd = '{% endfor %}';

/** A name of one word; `item` where there is none. */
const itemName = (item: string): string => item.replace(/[^\p{L}\p{N}_]|^\p{N}+/gu, '') || 'item';

/** "Once for each item of items". */
export const loopWords = ({ list, item, limit }: Loop): string =>
  limit === null
    ? i18n.t('Once for each {item} of {list}', { item: itemName(item), list: list || '…' })
    : i18n.t('Once for each {item} of {list}, at most {limit}', { item: itemName(item), list: list || '…', limit });

function reference(field: string): string {
  const name = field.replace(/[{}"'|<>%[\]\\]/g, '').trim();
  return plainName.test(name) ? name : `data["${name}"]`;
}

function literal(value: string, kind: ValueKind): string {
  const text = value.replace(/[{}%]/g, '').trim();
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return text;
  if (kind === 'boolean') return text === 'true' ? 'true' : 'false';
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

const operatorWords: Record<Operator, string> = {
  present: i18n.t('has a value'),
  absent: i18n.t('has no value'),
  equals: i18n.t('is'),
  notEquals: i18n.t('is not'),
};

export const wordsOfOperator = (operator: Operator): string => operatorWords[operator];

/** "Only if plan is pro". */
export function conditionWords({ field, operator, value }: Condition): string {
  const isComparison = operator === 'equals' || operator === 'notEquals';
  const words = `${field || '…'} ${operatorWords[operator]}${isComparison ? ` ${value || '…'}` : ''}`;
  return i18n.t('Only if {words}', { words });
}

const entities: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/**
 * The body of an email from the HTML that React wrote of it: without the marks between its texts, and with the quotes of Liquid
 * tags as Liquid reads them, because tags are filled before anything reads the HTML.
 */
export function bodyOfHtml(html: string): string {
  return html
    .replace(/<!--(\/?\$| )-->/g, '')
    .replace(/\{\{.*?\}\}|\{%.*?%\}/gs, (tag) =>
      tag.replace(/&(quot|#x27|#39|lt|gt|amp);/g, (entity) => entities[entity]!),
    );
}
