import { i18n as lingui, type Messages } from '@lingui/core';
import english from './catalog/en.json';

/** The languages that the dashboard can be read in, each with its own name for itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

type CompiledMessage = Exclude<Messages[string], string>;

/** Compiled messages by their English text, as `npm run text` writes them. */
type Catalog = Record<string, unknown>;

/** The English text is the name of its message: what has no translation is shown in English. */
export const i18n = lingui;

/** Compiles an English message that has no syntax but values, `{name}`; those with more are in the compiled catalog. */
const compileValues = (text: string): CompiledMessage =>
  text
    .split(/\{(\w+)\}/)
    .map((part, index): CompiledMessage[number] => (index % 2 === 1 ? [part] : part))
    .filter((part) => part !== '');

i18n.setMessagesCompiler(compileValues);

/** Texts are in this language from then on. `translations` is the compiled catalog of a language other than English. */
export function activate(language: Language, translations: Catalog = {}): void {
  i18n.loadAndActivate({ locale: language, messages: { ...(english as Catalog), ...translations } as Messages });
}

// A page asks for its language first, and a text that is read before is an error; outside of a browser there is no choice.
if (typeof document === 'undefined') activate('en');
