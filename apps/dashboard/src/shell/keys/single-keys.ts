/** Where this browser keeps whether keys without Ctrl are shortcuts. */
export const singleKeysKey = 'waybill-single-keys';

/** Are `g` and a letter, `/`, `n` and `?` shortcuts? People who speak to their computer switch them off (WCAG 2.1.4). */
export const singleKeysAreOn = (): boolean => localStorage.getItem(singleKeysKey) !== 'false';
