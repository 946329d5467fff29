import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Selection, type EditorState, type Transaction } from '@tiptap/pm/state';

/** Nodes whose children are blocks that can be moved and removed. */
const holders = new Set(['container', 'section', 'columnsColumn', 'condition', 'loop']);

interface Place {
  node: Node;
  pos: number;
  parent: Node;
  index: number;
}

/** The innermost block that holds the selection. */
function placeOf({ selection }: EditorState): Place | null {
  const { $from } = selection;
  if (selection instanceof NodeSelection && holders.has($from.parent.type.name))
    return { node: selection.node, pos: selection.from, parent: $from.parent, index: $from.index() };
  for (let depth = $from.depth; depth > 0; depth--) {
    const parent = $from.node(depth - 1);
    if (!holders.has(parent.type.name)) continue;
    return { node: $from.node(depth), pos: $from.before(depth), parent, index: $from.index(depth - 1) };
  }
  return null;
}

/** The state with the block of the selection moved by one place among its neighbours; null where there is none on that side. */
export function movedBlock(state: EditorState, by: -1 | 1): Transaction | null {
  const place = placeOf(state);
  const neighbour = place?.parent.maybeChild(place.index + by);
  if (!place || !neighbour) return null;
  const { node, pos } = place;
  const target = by === -1 ? pos - neighbour.nodeSize : pos + neighbour.nodeSize;
  const tr = state.tr.delete(pos, pos + node.nodeSize).insert(target, node);
  const isSelected = state.selection instanceof NodeSelection && state.selection.node === node;
  const at = target + state.selection.from - pos;
  return tr.setSelection(isSelected ? NodeSelection.create(tr.doc, target) : Selection.near(tr.doc.resolve(at)));
}

/** The state without the block of the selection; the last one of its parent leaves an empty paragraph. */
export function removedBlock(state: EditorState): Transaction | null {
  const place = placeOf(state);
  if (!place) return null;
  const { pos, node, parent } = place;
  const end = pos + node.nodeSize;
  const empty = state.schema.nodes['paragraph']!.create();
  const tr = parent.childCount === 1 ? state.tr.replaceWith(pos, end, empty) : state.tr.delete(pos, end);
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size))));
}

/** Applies a change of blocks and goes on in the document; false when there is none. */
export function applyChange(editor: Editor, change: Transaction | null): boolean {
  if (!change) return false;
  editor.view.dispatch(change.scrollIntoView());
  editor.view.focus();
  return true;
}

export const settable = ['variable', 'image', 'button', 'condition', 'loop', 'section'] as const;

/** A node around or in the selection that has settings. */
export interface Chosen {
  type: (typeof settable)[number];
  pos: number;
  attrs: Record<string, unknown>;
}

/** The nodes with settings at the selection, the innermost first. */
export function chosenAt({ selection }: EditorState): Chosen[] {
  const found: Chosen[] = [];
  const add = (node: Node, pos: number): void => {
    const type = settable.find((each) => each === node.type.name);
    if (type) found.push({ type, pos, attrs: node.attrs });
  };
  if (selection instanceof NodeSelection) add(selection.node, selection.from);
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) add($from.node(depth), $from.before(depth));
  return found;
}

/** Changes attributes of the node at a place; the selection stays. */
export function setAttributes(editor: Editor, pos: number, attributes: Record<string, unknown>): void {
  const { tr } = editor.state;
  for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(pos, name, value);
  editor.view.dispatch(tr);
}
