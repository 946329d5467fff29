import type { Project } from '../session/project';
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

/** A first visual content in the look of the project, composed by the editor, which is loaded for it. */
export async function firstVisual({ brand }: Pick<Project, 'brand'>): Promise<{ body: string; design: Design }> {
  const { composeFirst } = await import('./visual/compose');
  return composeFirst(firstDesign, brand);
}
