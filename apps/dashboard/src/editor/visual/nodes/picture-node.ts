import { EmailNode } from '@react-email/editor/core';
import { createElement } from 'react';

/** A picture in a document that no page shows. In a page the library's own node, which stores pictures, has its name and attributes. */
export const PictureNode = EmailNode.create({
  name: 'image',
  group: 'block',
  atom: true,

  addAttributes() {
    return {
      src: { default: '' },
      alt: { default: '' },
      width: { default: 'auto' },
      height: { default: 'auto' },
      alignment: { default: 'center' },
      href: { default: null },
    };
  },

  renderHTML({ HTMLAttributes }) {
    return ['img', HTMLAttributes];
  },

  renderToReactEmail: ({ node, style }) => {
    const { src, alt } = (node.attrs ?? {}) as Record<string, unknown>;
    return createElement('img', {
      src: String(src),
      alt: String(alt),
      style: { ...style, display: 'block', outline: 'none', border: 'none', textDecoration: 'none' },
    });
  },
});
