import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { NewProject } from '../../parts/new-project/new-project';
import { useProject } from '../../session/project';
import { projectsQuery } from '../../session/session.queries';
import { OpenedMenu } from './opened-menu';
import { ProjectButton } from './project-button';
import classes from './menus.module.css';
import { i18n } from '../../text/i18n';

/** Opens another project or makes a new one. */
export default function ProjectMenu() {
  const project = useProject();
  const { data: projects = [] } = useQuery(projectsQuery);
  const [isNew, dialog] = useDisclosure();
  const navigate = useNavigate();
  return (
    <>
      <OpenedMenu Button={ProjectButton} position="bottom-start" width="target" className={classes['list']}>
        {projects.map(({ id, name }) => (
          <Menu.Item
            key={id}
            aria-current={id === project.id}
            rightSection={id === project.id ? <Check size={14} aria-hidden /> : null}
            onClick={() => void navigate({ to: `/p/${id}` })}
          >
            <span className={classes['name']}>{name}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={dialog.open}>
          {i18n.t('New project')}
        </Menu.Item>
      </OpenedMenu>
      <NewProject opened={isNew} onClose={dialog.close} />
    </>
  );
}
