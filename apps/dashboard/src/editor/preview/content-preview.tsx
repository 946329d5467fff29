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

type View = 'desktop' | 'phone' | 'dark' | 'text' | 'source';
type Problem = Schema<'RenderProblem'>;
const views: { value: View; label: string }[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Text' },
  { value: 'source', label: 'Source' },
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
          aria-label="View"
          size="xs"
          transitionDuration={0}
          data={views}
          value={view}
          onChange={(value) => setView(value as View)}
        />
        <TextInput
          size="xs"
          aria-label="Show it as this contact"
          placeholder="As the contact with this address"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <p className={classes['as']} role="status">
        {words}
        {view === 'dark' && '. Many programs turn the colours of an email around like this; some leave them.'}
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
      <summary>Type values for the variables</summary>
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
  { value: '', label: 'As the values say' },
  { value: 'shown', label: 'Shown' },
  { value: 'left out', label: 'Left out' },
];

/** A choice for each condition of the content, so that every branch can be looked at without a contact for it. */
function Branches({ preview: { branches, forced, force } }: { preview: Preview }) {
  if (branches.length === 0) return null;
  return (
    <details className={classes['values']}>
      <summary>Choose branches</summary>
      <div className={classes['fields']}>
        {branches.slice(0, maxTyped).map(({ key, words }) => (
          <NativeSelect
            key={key}
            size="xs"
            label={`Where ${words}`}
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
          <span>Subject</span> {result.subject}
        </p>
      )}
      {isFrame && (
        <div className={view === 'dark' ? classes['dark'] : undefined}>
          <PreviewFrame
            title="Preview of the email"
            request={request}
            width={view === 'phone' ? phoneWidth : undefined}
          />
        </div>
      )}
      {view === 'text' && <CodeBlock code={result.text ?? ''} label="Text part" />}
      {view === 'source' && <CodeBlock code={result.html ?? ''} label="HTML" />}
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
    <section aria-label="Problems" className={classes['problems']}>
      <p>
        {bytes > 0 && `${formatBytes(bytes)} of HTML. `}
        {missing.length > 0 && `Without a value here: ${missing.join(', ')}.`}
      </p>
      {problems.length === 0 ? (
        <ToneBadge tone="good">No problem found</ToneBadge>
      ) : (
        <ul className={classes['list']}>
          {problems.map((problem, index) => (
            <li key={`${problem.code} ${index}`}>
              <ToneBadge tone={problem.severity === 'error' ? 'bad' : 'watch'}>
                {problem.severity === 'error' ? 'Error' : 'Warning'}
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
