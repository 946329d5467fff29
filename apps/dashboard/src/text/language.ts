import { activate, languages, type Language } from './i18n';

const key = 'waybill-language';
const isLanguage = (name: string | undefined): name is Language => name !== undefined && Object.hasOwn(languages, name);

/** The language that was chosen in this browser; null for that of the browser. */
export function chosenLanguage(): Language | null {
  const name = localStorage.getItem(key) ?? undefined;
  return isLanguage(name) ? name : null;
}

/** The first language of the browser that there are texts in, English without any. */
export const browserLanguage = (names: readonly string[] = navigator.languages): Language =>
  names.map((name) => name.split('-')[0]).find(isLanguage) ?? 'en';

/** Keeps the choice for this browser and reads the page anew; null leaves it to the browser. */
export function chooseLanguage(language: Language | null): void {
  if (language) localStorage.setItem(key, language);
  else localStorage.removeItem(key);
  window.location.reload();
}

/** Loads the texts of the reader's language. They are English where that fails. */
export async function startLanguage(): Promise<void> {
  const language = chosenLanguage() ?? browserLanguage();
  const translations = language === 'de' ? await import('./catalog/de.json').catch(() => null) : null;
  const shown = translations ? language : 'en';
  activate(shown, translations?.default);
  document.documentElement.lang = shown;
}
