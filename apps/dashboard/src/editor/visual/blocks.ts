import type { Editor, JSONContent } from '@tiptap/core';
import { i18n } from '../../text/i18n';

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
    title: i18n.t('Button'),
    description: i18n.t('A link that stands out'),
    searchTerms: ['link', 'action'],
    content: { type: 'button', attrs: { href: 'https://' }, content: [text('Button')] },
  },
  {
    title: i18n.t('Condition'),
    description: i18n.t('Blocks for some contacts only'),
    searchTerms: ['if', 'liquid'],
    content: { type: 'condition', content: [paragraph] },
  },
  {
    title: i18n.t('Loop'),
    description: i18n.t('Blocks once for each element of a list'),
    searchTerms: ['for', 'repeat', 'list', 'liquid'],
    content: { type: 'loop', content: [paragraph] },
  },
  {
    title: i18n.t('Section'),
    description: i18n.t('Blocks with a ground of their own'),
    searchTerms: ['group', 'box'],
    content: { type: 'section', attrs: { style: 'background-color: #f1f3f5; padding: 16px' }, content: [paragraph] },
  },
  {
    title: i18n.t('Two columns'),
    description: i18n.t('Side by side'),
    searchTerms: ['columns'],
    content: columns('twoColumns', 2),
  },
  {
    title: i18n.t('Three columns'),
    description: i18n.t('Side by side'),
    searchTerms: ['columns'],
    content: columns('threeColumns', 3),
  },
  {
    title: i18n.t('Divider'),
    description: i18n.t('A line between blocks'),
    searchTerms: ['line', 'rule'],
    content: { type: 'horizontalRule' },
  },
];

/** Puts a block where the cursor is; what is selected gives way to it. */
export const insertBlock = (editor: Editor, { content }: Block): boolean =>
  editor.chain().focus().insertContent(content).run();
