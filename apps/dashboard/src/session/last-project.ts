const key = 'waybill-last-project';

/** Notes the project that was open last in this browser. */
export const rememberProject = (id: string): void => localStorage.setItem(key, id);

/** The project that was open last; null for none. It may be gone. */
export const lastProject = (): string | null => localStorage.getItem(key);
