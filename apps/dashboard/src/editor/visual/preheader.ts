import { getGlobalContent } from '@react-email/editor/extensions';
import type { Editor } from '@tiptap/core';

/** The key of the document's settings under which the text is kept. */
const key = 'preheader';

/** Mailboxes show about as many characters behind the subject; a tag of Liquid must not be cut. */
export const maxPreheader = 150;

/** The text that a mailbox shows behind the subject; empty where there is none. It may hold Liquid. */
export function preheaderOf(editor: Editor): string {
  const text = getGlobalContent(key, editor);
  return typeof text === 'string' ? text.slice(0, maxPreheader) : '';
}

/** Sets the text as one step of the history. */
export const setPreheader = (editor: Editor, text: string): boolean =>
  editor.commands.setGlobalContent(key, text.slice(0, maxPreheader));
