/** The end of a `raw` block, as Liquid and `toLiquid` read it. */
const endOfRaw = /\{%(?=[^\w%}]*endraw)/g;

/**
 * A template that prints exactly this text, placeholders and tags in it included. A text without them stays as it is; others
 * grow by 23 characters, and by 36 for each `{% endraw` in them.
 */
export function literalTemplate(text: string): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  return `{% raw %}${text.replace(endOfRaw, '{% endraw %}{{ "{%" }}{% raw %}')}{% endraw %}`;
}
