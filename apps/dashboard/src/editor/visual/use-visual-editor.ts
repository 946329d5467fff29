import { useDebouncedCallback } from '@mantine/hooks';
import { useEditorImage } from '@react-email/editor/plugins';
import type { Editor } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { sayFailed } from '../../parts/toast/toast';
import { uploadImage } from '../../parts/upload/upload-image';
import { useProject, type Project } from '../../session/project';
import { pageNonce } from '../../theme/nonce';
import { stableJson, type Design } from '../document/design';
import { composeBody } from './compose';
import { emailExtensions } from './extensions';
import { cleanPaste } from './paste';

/** Milliseconds after the last change until the body is composed; a change is not lost when the page goes on before. */
const writing = { delay: 300, flushOnUnmount: true };

export interface VisualFieldProps {
  design: Design;
  onChange: (part: { body: string; design: Design }) => void;
}

/**
 * The editor of a document, which hands out each change with the body that it composes to; null until it is made. `attributes` are
 * those of its element.
 */
export function useVisualEditor(
  { design, onChange }: VisualFieldProps,
  attributes: Record<string, string>,
): Editor | null {
  const project = useProject();
  const image = useEditorImage({ uploadImage: (file) => storePicture(project, file) });
  const extensions = useMemo(() => [...emailExtensions, image], [image]);
  const [first] = useState({ design, attributes });
  const editorProps = useMemo(
    () => ({ attributes: first.attributes, transformPastedHTML: cleanPaste }),
    [first.attributes],
  );
  /** The document as it was last taken over or handed out. */
  const known = useRef(stableJson(design));
  const handOut = useDebouncedCallback(async (editor: Editor) => {
    const next = editor.getJSON() as Design;
    const text = stableJson(next);
    // A picture that is still being uploaded has an address of this page alone.
    if (text === known.current || text.includes('"blob:')) return;
    try {
      const body = await composeBody(editor);
      // What was typed meanwhile is handed out by a later call.
      if (stableJson(editor.getJSON()) !== text) return;
      known.current = text;
      onChange({ body, design: next });
    } catch (error) {
      sayFailed(error);
    }
  }, writing);
  const editor = useEditor({
    // Made after the first drawing: one that is made while a page is drawn may be gone again before the page is there.
    immediatelyRender: false,
    extensions,
    content: first.design,
    injectNonce: pageNonce,
    editorProps,
    onUpdate: ({ editor: changed, transaction }) => {
      // The editor puts an older document in order by itself, which is no change of its author.
      if (transaction.getMeta('addToHistory') !== false) void handOut(changed);
    },
  });
  useEffect(() => {
    const text = stableJson(design);
    if (!editor || text === known.current) return;
    known.current = text;
    editor.commands.setContent(design, { emitUpdate: false });
  }, [editor, design]);
  return editor;
}

/** A refusal is said, and the picture is taken out of the document. */
async function storePicture(project: Project, file: File): Promise<{ url: string }> {
  try {
    return { url: await uploadImage(project, file) };
  } catch (error) {
    sayFailed(error);
    throw error;
  }
}
