import type { Editor, JSONContent } from '@tiptap/core';

/** A block that one can put into the email. */
export interface Block {
  title: string;
  description: string;
  searchTerms: string[];
  content: JSONContent;
}

const paragraph: JSONContent = { type: 'paragraph' };
const text = (words: string): JSONContent => ({ type: 'text', text: words });
const columns = (type: string, count: number): JSONContent => ({
  type,
  content: Array.from({ length: count }, () => ({ type: 'columnsColumn', content: [paragraph] })),
});

/** In the order of the menus. */
export const blocks: readonly Block[] = [
  {
    title: 'Button',
    description: 'A link that stands out',
    searchTerms: ['link', 'action'],
    content: { type: 'button', attrs: { href: 'https://' }, content: [text('Button')] },
  },
  {
    title: 'Condition',
    description: 'Blocks for some contacts only',
    searchTerms: ['if', 'liquid'],
    content: { type: 'condition', content: [paragraph] },
  },
  {
    title: 'Loop',
    description: 'Blocks once for each element of a list',
    searchTerms: ['for', 'repeat', 'list', 'liquid'],
    content: { type: 'loop', content: [paragraph] },
  },
  {
    title: 'Section',
    description: 'Blocks with a ground of their own',
    searchTerms: ['group', 'box'],
    content: { type: 'section', attrs: { style: 'background-color: #f1f3f5; padding: 16px' }, content: [paragraph] },
  },
  {
    title: 'Two columns',
    description: 'Side by side',
    searchTerms: ['columns'],
    content: columns('twoColumns', 2),
  },
  {
    title: 'Three columns',
    description: 'Side by side',
    searchTerms: ['columns'],
    content: columns('threeColumns', 3),
  },
  {
    title: 'Divider',
    description: 'A line between blocks',
    searchTerms: ['line', 'rule'],
    content: { type: 'horizontalRule' },
  },
];

/** Puts a block where the cursor is; what is selected gives way to it. */
export const insertBlock = (editor: Editor, { content }: Block): boolean =>
  editor.chain().focus().insertContent(content).run();
