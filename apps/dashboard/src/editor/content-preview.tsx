import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, type Schema } from '../api/client';
import { CodeBlock } from '../parts/copy/copy';
import { formatBytes } from '../parts/format/format';
import { Loaded } from '../parts/loaded/loaded';
import { PreviewFrame } from '../parts/preview-frame/preview-frame';
import { ToneBadge } from '../parts/status/status-badge';
import { useProject } from '../session/project';
import classes from './content-preview.module.css';

type View = 'desktop' | 'phone' | 'text' | 'source';
const views: { value: View; label: string }[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
  { value: 'source', label: 'Source' },
];
const phoneWidth = 375;
/** Milliseconds after the last change until the content is rendered again. */
const settleMs = 400;

export type Content = Pick<Schema<'RenderTemplate'>, 'subject' | 'body' | 'text' | 'type'>;

/** A content as the code that sends renders it, for a contact of the project, with what its author should know. */
export function ContentPreview({ content }: { content: Content }) {
  const { id, api } = useProject();
  const [view, setView] = useState<View>('desktop');
  const [email, setEmail] = useState('');
  const { contact, words } = useContactOf(email);
  const [settled] = useDebouncedValue(content, settleMs);
  const request = { ...settled, contactId: contact?.id };
  const rendered = useQuery({
    queryKey: [id, 'render', request],
    staleTime: Infinity,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => bodyOf(api.POST('/templates/render', { body: request, signal })),
  });
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
      </p>
      <Loaded query={rendered}>
        {(result) => (
          <>
            <Shown result={result} request={request} view={view} />
            <Problems result={result} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The first contact whose address holds the text, and words that say as whom the content is shown. */
function useContactOf(email: string): { contact: Schema<'ContactView'> | undefined; words: string } {
  const { id, api } = useProject();
  const [address] = useDebouncedValue(email.trim(), settleMs);
  const isAsked = address.length > 2;
  const query = useQuery({
    queryKey: [id, 'contacts', 'preview', address],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts', { params: { query: { search: address, limit: 1 } }, signal })),
  });
  const contact = isAsked ? query.data?.data[0] : undefined;
  if (contact) return { contact, words: `As ${contact.email}` };
  return { contact, words: isAsked && query.isSuccess ? 'No contact has this address' : 'As a contact without values' };
}

interface ShownProps {
  result: Schema<'RenderedTemplate'>;
  request: Schema<'RenderTemplate'>;
  view: View;
}

function Shown({ result, request, view }: ShownProps) {
  const width = view === 'phone' ? phoneWidth : undefined;
  return (
    <>
      {result.subject !== null && (
        <p className={classes['subject']}>
          <span>Subject</span> {result.subject}
        </p>
      )}
      {(view === 'desktop' || view === 'phone') && (
        <PreviewFrame title="Preview of the email" request={request} width={width} />
      )}
      {view === 'text' && <CodeBlock code={result.text ?? ''} label="Text part" />}
      {view === 'source' && <CodeBlock code={result.html ?? ''} label="HTML" />}
    </>
  );
}

function Problems({ result: { problems, bytes, variables } }: { result: Schema<'RenderedTemplate'> }) {
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
          {problems.map(({ code, severity, field, message }, index) => (
            <li key={`${code} ${index}`}>
              <ToneBadge tone={severity === 'error' ? 'bad' : 'watch'}>
                {severity === 'error' ? 'Error' : 'Warning'}
              </ToneBadge>{' '}
              {field && <code>{field}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
