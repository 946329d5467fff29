import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Empty } from '../parts/empty/empty';
import { Loaded } from '../parts/loaded/loaded';
import { NewProject } from '../parts/new-project/new-project';
import { Page } from '../parts/page/page';
import { lastProject } from '../session/last-project';
import { projectsQuery } from '../session/session.queries';
import { i18n } from '../text/i18n';

/** `/app`: opens the project that was open last, else the first one; without any, asks to make one. */
export default function StartPage() {
  const query = useQuery(projectsQuery);
  const [isNew, dialog] = useDisclosure();
  const last = lastProject();
  const chosen = query.data?.find(({ id }) => id === last) ?? query.data?.[0];
  if (chosen) return <Navigate to={`/p/${chosen.id}`} replace />;
  return (
    <main>
      <Page title={i18n.t('Your projects')}>
        <Loaded query={query}>
          {() => (
            <Empty
              what={i18n.t('A project has its own contacts, emails, sending domains and keys. Make the first one.')}
              action={<Button onClick={dialog.open}>{i18n.t('Create your first project')}</Button>}
            />
          )}
        </Loaded>
        <NewProject opened={isNew} onClose={dialog.close} />
      </Page>
    </main>
  );
}
