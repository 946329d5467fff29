const fields = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/** Does the key go into a field? Then it is no shortcut. */
export const isTyping = ({ target }: Event): boolean => target instanceof Element && target.closest(fields) !== null;
