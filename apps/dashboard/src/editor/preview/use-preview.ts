import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { bodyOf, type Schema } from '../../api/client';
import { useProject } from '../../session/project';
import { branchesOf, withForced, type Branch, type Forced } from '../document/branches';
import { typedValues } from '../document/typed-values';
import { i18n } from '../../text/i18n';

/** Milliseconds after the last change until the content is rendered again. */
const settleMs = 400;

export type Content = Pick<Schema<'RenderTemplate'>, 'subject' | 'previewText' | 'body' | 'text' | 'type'>;

/** A content as the code that sends renders it, and as whom it is shown. */
export interface Preview {
  request: Schema<'RenderTemplate'>;
  rendered: UseQueryResult<Schema<'RenderedTemplate'>>;
  /** The address of the contact that is looked for, and words that say as whom the content is shown. */
  email: string;
  setEmail: (email: string) => void;
  words: string;
  /** Values that were typed, by the names of their variables. */
  typed: Readonly<Record<string, string>>;
  type: (name: string, value: string) => void;
  /** The questions of the body, those that are answered here whatever the values are, and the choice of such an answer. */
  branches: readonly Branch[];
  forced: Forced;
  force: (key: string, choice: Forced[string] | null) => void;
}

/** Renders a content when the typing pauses, for a contact of the project and with values that are typed. */
export function usePreview(content: Content): Preview {
  const { id, api } = useProject();
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { contact, words } = useContactOf(email);
  const [forced, setForced] = useState<Forced>({});
  const branches = useMemo(() => branchesOf(content.body), [content.body]);
  const body = withForced(content.body, forced);
  const [settled] = useDebouncedValue(JSON.stringify({ ...content, body, ...typedValues(typed) }), settleMs);
  const request = { ...(JSON.parse(settled) as Schema<'RenderTemplate'>), contactId: contact?.id };
  const rendered = useQuery({
    queryKey: [id, 'render', request],
    staleTime: Infinity,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => bodyOf(api.POST('/templates/render', { body: request, signal })),
  });
  const type = (name: string, value: string): void => setTyped((before) => ({ ...before, [name]: value }));
  const force: Preview['force'] = (key, choice) =>
    setForced(({ [key]: _before, ...others }) => (choice ? { ...others, [key]: choice } : others));
  return { request, rendered, email, setEmail, words, typed, type, branches, forced, force };
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
  if (contact) return { contact, words: i18n.t('As {email}', { email: contact.email }) };
  return {
    contact,
    words: isAsked && query.isSuccess ? i18n.t('No contact has this address') : i18n.t('As a contact without values'),
  };
}
