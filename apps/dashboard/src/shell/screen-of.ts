import type { Screen } from '../routes';

/** The part of an address below its project: `/p/0198…/contacts/cnt_1` gives `/contacts/cnt_1`. */
export const pathInProject = (path: string): string => path.replace(/^(\/app)?\/p\/[^/]+/, '') || '/';

/** The screen whose path fits the address. */
export function screenOf(screens: readonly Screen[], path: string): Screen | undefined {
  const parts = pathInProject(path).replace(/\/+$/, '').split('/');
  return screens.find((screen) => {
    const names = screen.path.replace(/\/+$/, '').split('/');
    return names.length === parts.length && names.every((name, at) => name.startsWith('$') || name === parts[at]);
  });
}
