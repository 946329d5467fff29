import type { EditorState } from '@tiptap/pm/state';
import { loadVisual } from './visual.fixture';

const { Editor, NodeSelection, TextSelection, chosenAt, emailExtensions, movedBlock, removedBlock } = loadVisual();

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

/** The state of a document with the cursor behind the first place of a text, or with the node of a type selected. */
function stateOf(blocks: object[], at: { text: string } | { node: string }): EditorState {
  const content = { type: 'doc', content: [{ type: 'container', content: blocks }] };
  const { state } = new Editor({ element: null, extensions: emailExtensions, content });
  let pos = -1;
  state.doc.descendants((node, place) => {
    if (pos >= 0) return;
    if ('text' in at ? node.isText && node.text!.includes(at.text) : node.type.name === at.node) pos = place;
  });
  expect(pos).toBeGreaterThan(0);
  const selection = 'text' in at ? TextSelection.create(state.doc, pos + 1) : NodeSelection.create(state.doc, pos);
  return state.apply(state.tr.setSelection(selection));
}

/** The texts of the blocks of a container in their order; a block without text by its type. */
const order = (state: EditorState): string[] =>
  state.doc.firstChild!.content.content.map((node) => node.textContent || node.type.name);

const three = [paragraph(text('One')), { type: 'horizontalRule' }, paragraph(text('Three'))];

describe('a block', () => {
  it('moves up and down among its neighbours, and the cursor with it', () => {
    const state = stateOf(three, { text: 'Three' });
    const moved = state.apply(movedBlock(state, -1)!);
    expect(order(moved)).toEqual(['One', 'Three', 'horizontalRule']);
    expect(moved.selection.$from.parent.textContent).toBe('Three');
    expect(order(moved.apply(movedBlock(moved, -1)!))).toEqual(['Three', 'One', 'horizontalRule']);
    expect(movedBlock(state, 1)).toBeNull();
  });

  it('without a text moves when it is selected, and stays selected', () => {
    const state = stateOf(three, { node: 'horizontalRule' });
    const moved = state.apply(movedBlock(state, 1)!);
    expect(order(moved)).toEqual(['One', 'Three', 'horizontalRule']);
    expect(moved.selection).toBeInstanceOf(NodeSelection);
  });

  it('inside of a condition moves in the condition, and the last one leaves an empty paragraph when it is removed', () => {
    const condition = { type: 'condition', attrs: { field: 'plan' }, content: [paragraph(text('Inside'))] };
    const state = stateOf([paragraph(text('Before')), condition], { text: 'Inside' });
    expect(movedBlock(state, -1)).toBeNull();
    const removed = state.apply(removedBlock(state)!);
    expect(order(removed)).toEqual(['Before', 'condition']);
    expect(removed.doc.firstChild!.lastChild!.firstChild!.type.name).toBe('paragraph');
  });

  it('is removed', () => {
    const state = stateOf(three, { node: 'horizontalRule' });
    expect(order(state.apply(removedBlock(state)!))).toEqual(['One', 'Three']);
  });
});

describe('the settings of a selection', () => {
  it('are those of the nodes around it, the innermost first', () => {
    const button = { type: 'button', attrs: { href: 'https://a.example/' }, content: [text('Go')] };
    const condition = { type: 'condition', attrs: { field: 'plan' }, content: [button] };
    const found = chosenAt(stateOf([condition], { text: 'Go' }));
    expect(found.map(({ type }) => type)).toEqual(['button', 'condition']);
    expect(found[0]!.attrs['href']).toBe('https://a.example/');
  });

  it('are those of a variable when it is selected', () => {
    const variable = { type: 'variable', attrs: { name: 'plan', fallback: '' } };
    const found = chosenAt(stateOf([paragraph(text('a'), variable)], { node: 'variable' }));
    expect(found).toMatchObject([{ type: 'variable', attrs: { name: 'plan' } }]);
  });
});
