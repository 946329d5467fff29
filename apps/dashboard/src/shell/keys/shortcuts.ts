import { useEffect } from 'react';
import { screens, navPath } from '../../routes';
import { useGo } from '../../parts/link/screen-link';
import { isTyping } from '../../parts/keys/is-typing';
import { openHelp } from './help-door';
import { openPalette } from './palette-door';
import { singleKeysAreOn } from './single-keys';

/** Milliseconds in which the second letter must follow a `g`. */
const pairMs = 1_200;

/**
 * Ctrl K opens the palette; `g` and a letter go to a screen, `/` to the search field of the page, `n` makes a new one where the
 * page has a button for it (`data-new`), `?` shows all of them. Single keys do nothing while one types, and can be switched off.
 */
export function useShortcuts(): void {
  const go = useGo();
  useEffect(() => {
    let afterG = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return openPalette();
      }
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen()) return;
      if (!singleKeysAreOn()) return;
      const screen = Date.now() - afterG < pairMs ? screens.find(({ nav }) => nav?.letter === event.key) : undefined;
      afterG = event.key === 'g' ? Date.now() : 0;
      if (screen) return go(navPath(screen));
      if (event.key === '?') return openHelp();
      if (event.key === '/' && focusFirst('[data-search]')) event.preventDefault();
      if (event.key === 'n') document.querySelector<HTMLElement>('[data-new]')?.click();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
}

const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

function focusFirst(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  return field !== null;
}
