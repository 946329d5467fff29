import { EmailNode } from '@react-email/editor/core';
import { mergeAttributes } from '@tiptap/core';
import { createElement, Fragment } from 'react';
import { conditionEnd, conditionTag, conditionWords, operators, type Condition } from '../../document/liquid';
import { readJson } from './read-json';

/** The condition of a node or of a selection, whatever an older document holds. */
export function conditionOf(attrs: Record<string, unknown> | undefined): Condition {
  const kind = attrs?.['kind'];
  return {
    field: String(attrs?.['field'] ?? ''),
    operator: operators.find((each) => each === attrs?.['operator']) ?? 'present',
    value: String(attrs?.['value'] ?? ''),
    kind: kind === 'number' || kind === 'boolean' ? kind : 'text',
  };
}

/** Blocks that are in the email only for some contacts: they compose to Liquid tags around them. */
export const ConditionNode = EmailNode.create({
  name: 'condition',
  group: 'block',
  content: 'block+',
  defining: true,
  isolating: true,

  addAttributes() {
    return {
      field: { default: '', rendered: false },
      operator: { default: 'present', rendered: false },
      value: { default: '', rendered: false },
      kind: { default: 'text', rendered: false },
    };
  },

  parseHTML() {
    return [
      {
        tag: 'div[data-type="condition"]',
        getAttrs: (element) => conditionOf(readJson(element.getAttribute('data-condition'))),
      },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    const condition = conditionOf(node.attrs);
    const words = conditionWords(condition);
    const own = {
      class: 'node-condition',
      'data-type': 'condition',
      'data-words': words,
      role: 'group',
      'aria-label': words,
    };
    return ['div', mergeAttributes(own, { 'data-condition': JSON.stringify(condition) }, HTMLAttributes), 0];
  },

  renderToReactEmail: ({ node, children }) => {
    const condition = conditionOf(node.attrs);
    // A condition without a field is not written yet: its blocks are for everyone.
    if (!condition.field) return createElement(Fragment, null, children);
    return createElement(Fragment, null, conditionTag(condition), children, conditionEnd);
  },
});
