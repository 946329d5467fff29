import { EmailNode } from '@react-email/editor/core';
import { mergeAttributes } from '@tiptap/core';
import { createElement, Fragment } from 'react';
import { loopEnd, loopTag, loopWords, type Loop } from '../../document/liquid';
import { readJson } from './read-json';

/** The loop of a node or of a selection, whatever an older document holds. */
export function loopOf(attrs: Record<string, unknown> | undefined): Loop {
  const limit = attrs?.['limit'];
  return {
    list: String(attrs?.['list'] ?? ''),
    item: String(attrs?.['item'] ?? 'item'),
    limit: typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : null,
  };
}

/** Blocks that are in the email once for each element of a list: they compose to Liquid tags around them. */
export const LoopNode = EmailNode.create({
  name: 'loop',
  group: 'block',
  content: 'block+',
  defining: true,
  isolating: true,

  addAttributes() {
    return {
      list: { default: '', rendered: false },
      item: { default: 'item', rendered: false },
      limit: { default: null, rendered: false },
    };
  },

  parseHTML() {
    return [
      {
        tag: 'div[data-type="loop"]',
        getAttrs: (element) => ({ ...loopOf(readJson(element.getAttribute('data-loop'))) }),
      },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    const loop = loopOf(node.attrs);
    const words = loopWords(loop);
    const own = { class: 'node-loop', 'data-type': 'loop', 'data-words': words, role: 'group', 'aria-label': words };
    return ['div', mergeAttributes(own, { 'data-loop': JSON.stringify(loop) }, HTMLAttributes), 0];
  },

  renderToReactEmail: ({ node, children }) => {
    const loop = loopOf(node.attrs);
    // A loop without a list is not written yet: its blocks are there once.
    if (!loop.list) return createElement(Fragment, null, children);
    return createElement(Fragment, null, loopTag(loop), children, loopEnd);
  },
});
