import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { useGo } from '../../parts/link/screen-link';
import { navPath, screens } from '../../routes';
import { openHelp } from './help-door';
import { useProject } from '../../session/project';
import { projectsQuery } from '../../session/session.queries';
import { i18n } from '../../text/i18n';

const [store, palette] = createSpotlight();

/** Goes to a screen or to another project. Opened anew with each higher number of `openings`. */
export default function CommandPalette({ openings }: { openings: number }) {
  const project = useProject();
  const { data: projects = [] } = useQuery(projectsQuery);
  const go = useGo();
  const navigate = useNavigate();
  useEffect(() => palette.open(), [openings]);
  const places: SpotlightActionData[] = screens
    .filter(({ nav }) => nav)
    .map((screen) => ({
      id: screen.path,
      label: i18n.t(screen.title),
      description: screen.nav?.letter ? i18n.t('Keys: g {letter}', { letter: screen.nav.letter }) : undefined,
      leftSection: screen.nav && <screen.nav.icon size={16} aria-hidden />,
      onClick: () => go(navPath(screen)),
    }));
  const others: SpotlightActionData[] = projects
    .filter(({ id }) => id !== project.id)
    .map(({ id, name }) => ({ id, label: name, onClick: () => void navigate({ to: `/p/${id}` }) }));
  const keys: SpotlightActionData[] = [
    {
      id: 'shortcuts',
      label: i18n.t('Shortcuts'),
      description: i18n.t('Key: ?'),
      keywords: ['keyboard', 'help'],
      onClick: openHelp,
    },
  ];
  const groups: SpotlightActionGroupData[] = [
    { group: i18n.t('Go to'), actions: places },
    ...(others.length > 0 ? [{ group: i18n.t('Switch project'), actions: others }] : []),
    { group: i18n.t('Help'), actions: keys },
  ];
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={groups}
      nothingFound={i18n.t('Nothing found')}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <Search size={16} aria-hidden />,
        placeholder: i18n.t('Screen or project'),
        'aria-label': i18n.t('Screen or project'),
      }}
    />
  );
}
