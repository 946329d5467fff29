import type { Design } from './document/design';

/** The document that a new visual content begins with. */
const firstDesign: Design = {
  type: 'doc',
  content: [
    {
      type: 'container',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Hello ' },
            { type: 'variable', attrs: { name: 'name', fallback: 'there' } },
            { type: 'text', text: ',' },
          ],
        },
        { type: 'paragraph', content: [{ type: 'text', text: 'Write your text here.' }] },
      ],
    },
  ],
};

/** A first visual content, composed by the editor, which is loaded for it. */
export async function firstVisual(): Promise<{ body: string; design: Design }> {
  const { composeDesign } = await import('./visual/compose');
  return { body: await composeDesign(firstDesign), design: firstDesign };
}
