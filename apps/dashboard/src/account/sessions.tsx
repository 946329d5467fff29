import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountApi, bodyOf, type Schema } from '../api/client';
import { Loaded } from '../parts/loaded/loaded';
import { Section } from '../parts/page/page';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { Waybill, type WaybillEntry } from '../parts/waybill/waybill';
import { i18n } from '../text/i18n';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => bodyOf(accountApi.GET('/users/@me/sessions', { signal })),
});

/** The browsers that are signed in, and a way to sign all others out. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => bodyOf(accountApi.DELETE('/users/@me/sessions')),
    onSuccess: async ({ ended }) => {
      await queryClient.invalidateQueries(sessionsQuery);
      sayDone(i18n.t('{ended, plural, one {# session} other {# sessions}} ended.', { ended }));
    },
    onError: sayFailed,
  });
  const hasOthers = query.data?.some(({ current }) => !current) ?? false;
  return (
    <Section
      title={i18n.t('Sessions')}
      aside={
        hasOthers && (
          <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate()}>
            {i18n.t('End all others')}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(sessions) => <Waybill label={i18n.t('Open sessions')} entries={sessions.map(entryOf)} />}
      </Loaded>
    </Section>
  );
}

function entryOf({ id, userAgent, createdAt, current }: Schema<'SessionView'>): WaybillEntry {
  const browser = userAgent ?? i18n.t('A browser that did not name itself');
  return {
    key: id,
    at: createdAt,
    tone: current ? 'good' : 'neutral',
    what: current ? i18n.t('{browser} (this one)', { browser }) : browser,
    who: i18n.t('signed in'),
  };
}
