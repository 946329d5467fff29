import { queryOptions, useQuery } from '@tanstack/react-query';
import { bodyOf } from '../../api/client';
import { useProject, type Project } from '../../session/project';

const emailFields = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'].map((name) => `email.${name}`);

/** The fields that the contacts have. */
export const fieldsQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'contact-fields'],
    queryFn: ({ signal }) => bodyOf(api.GET('/contacts/fields', { signal })),
  });

/** The names of tracked events, the most used first. */
const eventNamesQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'event-names'],
    queryFn: ({ signal }) => bodyOf(api.GET('/events/names', { signal })),
  });

/** The fields that a filter of the project may name: `email`, `data.plan`, `event.signed_up`, `email.opened`. */
export function useConditionFields(): string[] {
  const project = useProject();
  const fields = useQuery(fieldsQuery(project));
  const events = useQuery(eventNamesQuery(project));
  const names = [
    ...(fields.data?.fields.map(({ field }) => field) ?? ['email', 'subscribed', 'createdAt']),
    ...(events.data?.eventNames ?? []).map((name) => `event.${name}`),
    ...emailFields,
  ];
  return [...new Set(names)];
}
