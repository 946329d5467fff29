import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/client';
import { CodeBlock } from '../../parts/copy/copy';
import { formatBytes } from '../../parts/format/format';
import { Loaded } from '../../parts/loaded/loaded';
import { PreviewFrame } from '../../parts/preview-frame/preview-frame';
import { ToneBadge } from '../../parts/status/status-badge';
import { placeWords } from '../code/positions';
import classes from './content-preview.module.css';
import type { Preview } from './use-preview';
import { i18n } from '../../text/i18n';

type View = 'desktop' | 'phone' | 'dark' | 'text' | 'source';
type Problem = Schema<'RenderProblem'>;
const views: { value: View; label: string }[] = [
  { value: 'desktop', label: i18n.t('Desktop') },
  { value: 'phone', label: i18n.t('Phone') },
  { value: 'dark', label: i18n.t('Dark') },
  { value: 'text', label: i18n.t('Text') },
  { value: 'source', label: i18n.t('Source') },
];
const phoneWidth = 375;

interface ContentPreviewProps {
  preview: Preview;
  /** Goes to the place of a problem; absent where there is no code to go to. */
  onGoTo?: (problem: Problem) => void;
}

/** A content as the code that sends renders it, for a contact of the project, with what its author should know. */
export function ContentPreview({ preview, onGoTo }: ContentPreviewProps) {
  const [view, setView] = useState<View>('desktop');
  const { email, setEmail, words, rendered, request } = preview;
  return (
    <div className={classes['preview']}>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label={i18n.t('View')}
          size="xs"
          transitionDuration={0}
          data={views}
          value={view}
          onChange={(value) => setView(value as View)}
        />
        <TextInput
          size="xs"
          flex="1 1 16rem"
          aria-label={i18n.t('Show it as this contact')}
          placeholder={i18n.t('As the contact with this address')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <p className={classes['as']} role="status">
        {words}
        {view === 'dark' && i18n.t('. Many programs turn the colours of an email around like this; some leave them.')}
      </p>
      <Loaded query={rendered}>
        {(result) => (
          <>
            <Values preview={preview} result={result} />
            <Branches preview={preview} />
            <Shown result={result} request={request} view={view} />
            <Problems result={result} onGoTo={onGoTo} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Variables that one can type a value for, and conditions that one can answer; more of them are no help. */
const maxTyped = 20;

/** A field for each variable of the content: what is typed goes over the values of the contact. */
function Values({ preview: { typed, type }, result }: { preview: Preview; result: Schema<'RenderedTemplate'> }) {
  // A name stays while it has a value, also when a problem keeps the content from being read.
  const names = [...new Set([...result.variables.map(({ name }) => name), ...Object.keys(typed)])]
    .filter((name) => !name.endsWith('Url'))
    .slice(0, maxTyped);
  if (names.length === 0) return null;
  return (
    <details className={classes['values']}>
      <summary>{i18n.t('Type values for the variables')}</summary>
      <div className={classes['fields']}>
        {names.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={name}
            value={typed[name] ?? ''}
            onChange={(event) => type(name, event.currentTarget.value)}
          />
        ))}
      </div>
    </details>
  );
}

const answers = [
  { value: '', label: i18n.t('As the values say') },
  { value: 'shown', label: i18n.t('Shown') },
  { value: 'left out', label: i18n.t('Left out') },
];

/** A choice for each condition of the content, so that every branch can be looked at without a contact for it. */
function Branches({ preview: { branches, forced, force } }: { preview: Preview }) {
  if (branches.length === 0) return null;
  return (
    <details className={classes['values']}>
      <summary>{i18n.t('Choose branches')}</summary>
      <div className={classes['fields']}>
        {branches.slice(0, maxTyped).map(({ key, words }) => (
          <NativeSelect
            key={key}
            size="xs"
            label={i18n.t('Where {words}', { words })}
            data={answers}
            value={forced[key] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              force(key, value === 'shown' || value === 'left out' ? value : null)
            }
          />
        ))}
      </div>
    </details>
  );
}

interface ShownProps {
  result: Schema<'RenderedTemplate'>;
  request: Schema<'RenderTemplate'>;
  view: View;
}

function Shown({ result, request, view }: ShownProps) {
  const isFrame = view === 'desktop' || view === 'phone' || view === 'dark';
  return (
    <>
      {result.subject !== null && (
        <p className={classes['subject']}>
          <span>{i18n.t('Subject')}</span> {result.subject}
        </p>
      )}
      {result.previewText !== null && (
        <p className={classes['subject']}>
          <span>{i18n.t('Preview text')}</span> {result.previewText}
        </p>
      )}
      {isFrame && (
        <div className={view === 'dark' ? classes['dark'] : undefined}>
          <PreviewFrame
            title={i18n.t('Preview of the email')}
            request={request}
            width={view === 'phone' ? phoneWidth : undefined}
          />
        </div>
      )}
      {view === 'text' && <CodeBlock code={result.text ?? ''} label={i18n.t('Text part')} />}
      {view === 'source' && <CodeBlock code={result.html ?? ''} label={i18n.t('HTML')} />}
    </>
  );
}

interface ProblemsProps {
  result: Schema<'RenderedTemplate'>;
  onGoTo?: (problem: Problem) => void;
}

function Problems({ result: { problems, bytes, variables }, onGoTo }: ProblemsProps) {
  const missing = variables.filter(({ hasValue }) => !hasValue).map(({ name }) => name);
  return (
    <section aria-label={i18n.t('Problems')} className={classes['problems']}>
      <p>
        {bytes > 0 && i18n.t('{bytes} of HTML. ', { bytes: formatBytes(bytes) })}
        {missing.length > 0 && i18n.t('Without a value here: {names}.', { names: missing.join(', ') })}
      </p>
      {problems.length === 0 ? (
        <ToneBadge tone="good">{i18n.t('No problem found')}</ToneBadge>
      ) : (
        <ul className={classes['list']}>
          {problems.map((problem, index) => (
            <li key={`${problem.code} ${index}`}>
              <ToneBadge tone={problem.severity === 'error' ? 'bad' : 'watch'}>
                {problem.severity === 'error' ? i18n.t('Error') : i18n.t('Warning')}
              </ToneBadge>{' '}
              {problem.field && <code>{problem.field}</code>} <Place problem={problem} onGoTo={onGoTo} />
              {problem.message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Line and column of a problem: a button where the code is beside it. */
function Place({ problem, onGoTo }: { problem: Problem; onGoTo?: (problem: Problem) => void }) {
  const words = placeWords(problem);
  if (!words) return null;
  if (!onGoTo || problem.field !== 'body') return <>{words}: </>;
  return (
    <>
      <button type="button" className={classes['place']} onClick={() => onGoTo(problem)}>
        {words}
      </button>
      {': '}
    </>
  );
}
