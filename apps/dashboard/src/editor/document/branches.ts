import { i18n } from '../../text/i18n';
/** A question of a body that decides whether a part of the email is there. */
export interface Branch {
  /** The tag and how many equal ones stand before it: the same while other parts of the body change. */
  key: string;
  /** The question as it is written, for example `plan == "pro"`; of `unless` with a "not" before it. */
  words: string;
}

/** The part of the email that hangs on a question is there or not, whatever the values are. */
export type Forced = Readonly<Record<string, 'shown' | 'left out'>>;

/** A tag; one that is not closed ends before the next. */
const tags = /\{%-?\s*(?<name>\w+)(?<rest>(?:(?!%\}|\{%)[^])*)%\}/g;
/** Between these and their ends everything is text. */
const texts = ['raw', 'comment'];
const asking = ['if', 'elsif', 'unless'];

/** The questions of a body, in their order. */
export function branchesOf(body: string): Branch[] {
  const found: Branch[] = [];
  replaceQuestions(body, (branch, tag) => {
    found.push(branch);
    return tag;
  });
  return found;
}

/** The body with the chosen answers in the place of its questions; lines, and columns where there is room, stay the same. */
export const withForced = (body: string, forced: Forced): string =>
  replaceQuestions(body, ({ key }, tag, { name, question }) => {
    const choice = forced[key];
    if (!choice) return tag;
    const answer = String((choice === 'shown') !== (name === 'unless'));
    const at = tag.lastIndexOf(question);
    return `${tag.slice(0, at)}${answer.padEnd(question.length)}${tag.slice(at + question.length)}`;
  });

interface Parts {
  name: string;
  question: string;
}

function replaceQuestions(body: string, write: (branch: Branch, tag: string, parts: Parts) => string): string {
  const counts = new Map<string, number>();
  let text: string | null = null;
  return body.replace(tags, (tag: string, name: string, rest: string) => {
    if (text !== null) {
      if (name === `end${text}`) text = null;
      return tag;
    }
    if (texts.includes(name)) text = name;
    const question = rest.replace(/-$/, '').trim();
    if (!asking.includes(name) || question === '') return tag;
    const before = counts.get(tag) ?? 0;
    counts.set(tag, before + 1);
    const words = name === 'unless' ? i18n.t('not {question}', { question }) : question;
    return write({ key: `${tag} ${before}`, words }, tag, { name, question });
  });
}
