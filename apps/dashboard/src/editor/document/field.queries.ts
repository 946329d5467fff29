import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';
import { i18n } from '../../text/i18n';

/** The fields that the contacts of the project have. */
export const contactFieldsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'contact-fields'],
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts/fields', { signal })),
  });

/** A variable that a content may name. */
export interface KnownVariable {
  name: string;
  words: string;
  /** Is it a field of contacts, or a variable of every email? */
  isField: boolean;
  type: Schema<'ContactField'>['type'];
  /** Percent of contacts that have a value; 100 for what each of them has. */
  coverage: number;
}

const everywhere = ['email', 'id', 'subscribed', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'];

/** The variables of a project: the fields of its contacts by their bare key, and those of every email. */
export function knownVariables(fields: readonly Schema<'ContactField'>[]): KnownVariable[] {
  const own = fields
    .filter(({ isCustom }) => isCustom)
    .map(({ field, type, coverage }) => ({
      name: field.replace(/^data\./, ''),
      words: i18n.t('{coverage} % of contacts have a value', { coverage }),
      isField: true,
      type,
      coverage,
    }));
  const given = everywhere.map((name) => ({
    name,
    isField: false,
    words: name.endsWith('Url') ? i18n.t('A link for this contact') : i18n.t('Of every contact'),
    type: name === 'subscribed' ? ('boolean' as const) : ('string' as const),
    coverage: 100,
  }));
  return [...own, ...given];
}
