import { useEffect } from 'react';
import { screens, navPath } from '../routes';
import { useGo } from '../parts/link/screen-link';
import { openPalette } from './palette-door';

/** Milliseconds in which the second letter must follow a `g`. */
const pairMs = 1_200;
const typing = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/**
 * Ctrl K opens the palette; `g` and a letter go to a screen, `/` to the search field of the page, `n` makes a new one where the
 * page has a button for it (`data-new`), `?` shows the palette with all of them. Letters do nothing while one types.
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
      const isTyping = event.target instanceof Element && event.target.closest(typing) !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen()) return;
      const screen = Date.now() - afterG < pairMs ? screens.find(({ nav }) => nav?.letter === event.key) : undefined;
      afterG = event.key === 'g' ? Date.now() : 0;
      if (screen) return go(navPath(screen));
      if (event.key === '?') return openPalette();
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
