import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Confirm } from '../parts/confirm/confirm';
import { Later, SkeletonLines } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { CodeField } from './code/code-field';
import type { SourceProblem } from './code/positions';
import classes from './content-editor.module.css';
import type { Writing } from './document/design';
import { ContentPreview } from './preview/content-preview';
import { usePreview, type Content, type Preview } from './preview/use-preview';
import { i18n } from '../text/i18n';

const VisualField = lazy(() => import('./visual/visual-field'));

interface ContentEditorProps {
  writing: Writing;
  /** The content without its body, for the preview. */
  content: Omit<Content, 'body'>;
  /** The fields beside the body: name, subject and sender. */
  fields: ReactNode;
  error: string | null;
  onChange: (part: Partial<Writing>) => void;
}

/** The body of an email, written in blocks or as code, with its preview. */
export function ContentEditor({ writing, content, fields, error, onChange }: ContentEditorProps) {
  const preview = usePreview({ ...content, body: writing.body || ' ' });
  const [kept, setKept] = useState<Writing | null>(null);
  const toCode = (): void => {
    setKept({ body: writing.body, design: writing.design });
    onChange({ design: null });
  };
  if (writing.design)
    return (
      <VisualEditor
        writing={{ ...writing, design: writing.design }}
        {...{ preview, fields, error, onChange }}
        onCode={toCode}
      />
    );
  return (
    <>
      {kept && (
        <Notice
          tone="neutral"
          title={i18n.t('This content is code now.')}
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onChange(kept);
                setKept(null);
              }}
            >
              {i18n.t('Back to the blocks')}
            </Button>
          }
        >
          {writing.body !== kept.body && i18n.t('Going back to the blocks drops what you wrote in the code since.')}
        </Notice>
      )}
      <CodeEditor body={writing.body} {...{ preview, fields, error, onChange }} />
    </>
  );
}

interface CodeEditorProps {
  body: string;
  preview: Preview;
  fields: ReactNode;
  error: string | null;
  onChange: (part: Partial<Writing>) => void;
}

function CodeEditor({ body, preview, fields, error, onChange }: CodeEditorProps) {
  const [goTo, setGoTo] = useState<SourceProblem | null>(null);
  const found = preview.rendered.data?.problems;
  const problems = useMemo(() => (found ?? []).filter(({ field }) => field === 'body'), [found]);
  return (
    <div className={classes['columns']}>
      <div className={classes['form']}>
        {fields}
        <CodeField
          label={i18n.t('HTML with Liquid')}
          description={i18n.t(
            "'{{' name ?? there '}}' shows a field of the contact. Tab indents, Escape leaves the field.",
          )}
          value={body}
          error={error}
          problems={problems}
          goTo={goTo}
          onChange={(text) => onChange({ body: text })}
        />
      </div>
      <ContentPreview preview={preview} onGoTo={(problem) => setGoTo({ ...problem })} />
    </div>
  );
}

interface VisualEditorProps extends Omit<CodeEditorProps, 'body'> {
  writing: Writing & { design: NonNullable<Writing['design']> };
  onCode: () => void;
}

function VisualEditor({ writing, preview, fields, error, onChange, onCode }: VisualEditorProps) {
  const [isPreview, setPreview] = useState(false);
  const [isAsked, dialog] = useDisclosure();
  return (
    <>
      <div className={classes['fields']}>{fields}</div>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label={i18n.t('Write or preview')}
          transitionDuration={0}
          data={[
            { value: 'write', label: i18n.t('Write') },
            { value: 'preview', label: i18n.t('Preview') },
          ]}
          value={isPreview ? 'preview' : 'write'}
          onChange={(value) => setPreview(value === 'preview')}
        />
        <Button variant="default" size="xs" onClick={dialog.open}>
          {i18n.t('Change to code')}
        </Button>
      </div>
      {error && <Notice tone="bad" title={error} />}
      <div hidden={isPreview}>
        <Suspense
          fallback={
            <Later>
              <SkeletonLines lines={8} />
            </Later>
          }
        >
          <VisualField design={writing.design} onChange={onChange} />
        </Suspense>
      </div>
      {isPreview && <ContentPreview preview={preview} />}
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Change to code')}
        action={i18n.t('Change to code')}
        harmless
        run={() => Promise.resolve()}
        onDone={onCode}
      >
        <p>{i18n.t('The email becomes HTML that you edit as text. Code does not become blocks again.')}</p>
        <p>{i18n.t('You can go back to the blocks as they are now while this page is open.')}</p>
      </Confirm>
    </>
  );
}
