import { useQuery } from '@tanstack/react-query';
import { EditorContent, EditorContext } from '@tiptap/react';
import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { useProject } from '../../session/project';
import { contactFieldsQuery, knownVariables } from '../document/field.queries';
import { BlockSettings } from './block-settings';
import { EmailSettings } from './email-settings';
import { SlashMenu } from './slash-menu';
import { Toolbar } from './toolbar';
import { useVisualEditor, type VisualFieldProps } from './use-visual-editor';
import classes from './visual-field.module.css';
import { i18n } from '../../text/i18n';

/** The document of an email in blocks: tools above it, the settings of what is selected beside it. */
export default function VisualField(props: VisualFieldProps) {
  const fields = useQuery(contactFieldsQuery(useProject()));
  const variables = useMemo(() => knownVariables(fields.data?.fields ?? []), [fields.data]);
  const help = useId();
  const frame = useRef<HTMLDivElement>(null);
  const editor = useVisualEditor(props, {
    'aria-multiline': 'true',
    'aria-label': i18n.t('The email'),
    'aria-describedby': help,
    class: classes['paper']!,
  });
  const context = useMemo(() => ({ editor }), [editor]);
  if (!editor) return null;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'F10' && event.altKey) {
      event.preventDefault();
      frame.current?.querySelector<HTMLElement>('[role="toolbar"] :is(button, select):enabled')?.focus();
    }
    if (event.key === 'Escape' && !event.defaultPrevented) editor.commands.blur();
  };
  return (
    <EditorContext.Provider value={context}>
      <div ref={frame} className={classes['frame']}>
        <Toolbar editor={editor} variables={variables} />
        <div className={classes['columns']}>
          <div className={classes['canvas']}>
            <EditorContent editor={editor} className={classes['sheet']} onKeyDown={onKey} />
          </div>
          <aside className={classes['side']} aria-label={i18n.t('Settings')}>
            <BlockSettings editor={editor} variables={variables} />
            <EmailSettings editor={editor} />
          </aside>
        </div>
        <p id={help} className={classes['help']}>
          {i18n.t('Type / for blocks. Alt F10 goes to the tools, Escape leaves the email.')}
        </p>
        <SlashMenu />
      </div>
    </EditorContext.Provider>
  );
}
