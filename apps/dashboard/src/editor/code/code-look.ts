import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of the code field in the colours of the dashboard, which follow the theme by themselves. */
const frame = EditorView.theme({
  '&': {
    border: '1px solid var(--wb-edge)',
    borderRadius: '6px',
    backgroundColor: 'var(--wb-ground)',
    color: 'var(--wb-text)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--wb-accent)', outlineOffset: '-1px' },
  '.cm-scroller': {
    fontFamily: 'var(--wb-mono)',
    lineHeight: '1.5',
    minHeight: '320px',
    maxHeight: '640px',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--wb-text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--wb-text)' },
  '.cm-gutters': { backgroundColor: 'var(--wb-surface)', color: 'var(--wb-text-2)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--wb-accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--wb-accent-soft)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--wb-surface)',
    color: 'var(--wb-text)',
    border: '1px solid var(--wb-edge)',
  },
  '.cm-tooltip-autocomplete ul li': { padding: '4px 8px', minHeight: '24px' },
  '.cm-tooltip.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--wb-accent)',
    color: 'var(--wb-ground)',
  },
  '.cm-completionDetail': { fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--wb-bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--wb-watch)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.controlKeyword], color: 'var(--wb-accent)' },
  { tag: [tags.variableName, tags.propertyName, tags.special(tags.variableName)], color: 'var(--wb-machine)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--wb-good)' },
  { tag: [tags.number, tags.bool, tags.attributeName], color: 'var(--wb-watch)' },
  { tag: [tags.comment, tags.blockComment], color: 'var(--wb-text-2)', fontStyle: 'italic' },
  { tag: [tags.brace, tags.processingInstruction, tags.angleBracket], color: 'var(--wb-text-2)' },
  { tag: tags.invalid, color: 'var(--wb-bad)' },
]);

export const codeLook: Extension = [frame, syntaxHighlighting(colours)];
