import { composeReactEmail } from '@react-email/editor/core';
import { Editor, type Extensions } from '@tiptap/core';
import type { Design } from '../document/design';
import { bodyOfHtml } from '../document/liquid';
import { emailExtensions } from './extensions';
import { preheaderOf } from './preheader';

/** The body that the document of an editor composes to: HTML with tables and inline styles, and Liquid in it. */
export async function composeBody(editor: Editor): Promise<string> {
  const { unformattedHtml } = await composeReactEmail({ editor, preview: preheaderOf(editor) });
  return bodyOfHtml(unformattedHtml);
}

/** The body of a document that no page shows. */
export async function composeDesign(design: Design, extensions: Extensions = emailExtensions): Promise<string> {
  const editor = new Editor({ element: null, extensions, content: design });
  try {
    return await composeBody(editor);
  } finally {
    editor.destroy();
  }
}
