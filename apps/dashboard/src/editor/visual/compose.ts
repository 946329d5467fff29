import { composeReactEmail } from '@react-email/editor/core';
import { EDITOR_THEMES } from '@react-email/editor/plugins';
import { Editor, type Extensions } from '@tiptap/core';
import type { Design } from '../document/design';
import { bodyOfHtml } from '../document/liquid';
import { brandedDesign, type Brand } from './brand';
import { emailExtensions } from './extensions';
import { PictureNode } from './nodes/picture-node';

/**
 * The body that the document of an editor composes to: HTML with tables and inline styles, and Liquid in it. The time that it takes is
 * an entry of the browser's timeline; the first time the writer of HTML is loaded.
 */
export async function composeBody(editor: Editor): Promise<string> {
  const start = performance.now();
  const { unformattedHtml } = await composeReactEmail({ editor });
  const body = bodyOfHtml(unformattedHtml);
  performance.measure('composing of the email', { start });
  return body;
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

/** A first document and its body, in the look of a brand where there is one. */
export async function composeFirst(first: Design, brand: Brand | null): Promise<{ body: string; design: Design }> {
  const design = brand ? brandedDesign(first, brand, EDITOR_THEMES.basic) : first;
  return { design, body: await composeDesign(design, [...emailExtensions, PictureNode]) };
}
