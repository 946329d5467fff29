import { EmailNode } from '@react-email/editor/core';
import { mergeAttributes } from '@tiptap/core';
import { variableTag, type Variable } from '../../document/liquid';
import { i18n } from '../../../text/i18n';

const variableOf = (attrs: Record<string, unknown> | undefined): Variable => ({
  name: String(attrs?.['name'] ?? ''),
  fallback: String(attrs?.['fallback'] ?? ''),
});

/** A variable in a text: a chip that composes to `{{ name ?? there }}`. */
export const VariableNode = EmailNode.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,

  addAttributes() {
    return { name: attribute('name'), fallback: attribute('fallback') };
  },

  parseHTML() {
    return [{ tag: 'span[data-name][data-fallback]' }];
  },

  renderHTML({ node, HTMLAttributes }) {
    const { name, fallback } = variableOf(node.attrs);
    const words = fallback ? i18n.t('{name} or “{fallback}”', { name, fallback }) : name || 'variable';
    return ['span', mergeAttributes({ class: 'node-variable' }, HTMLAttributes), words];
  },

  renderText({ node }) {
    return variableTag(variableOf(node.attrs));
  },

  renderToReactEmail: ({ node }) => variableTag(variableOf(node.attrs)),
});

/** A text that stands in `data-<key>` of the element. */
function attribute(key: string) {
  return {
    default: '',
    parseHTML: (element: HTMLElement) => element.getAttribute(`data-${key}`) ?? '',
    renderHTML: (attrs: Record<string, unknown>) => ({ [`data-${key}`]: String(attrs[key] ?? '') }),
  };
}
