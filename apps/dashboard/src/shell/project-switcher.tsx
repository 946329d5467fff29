import { Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, Plus } from 'lucide-react';
import { NewProject } from '../parts/new-project/new-project';
import type { Project } from '../session/project';
import { projectsQuery } from '../session/session.queries';
import classes from './project-switcher.module.css';

/** The project that is open; opens another one or makes a new one. */
export function ProjectSwitcher({ project }: { project: Project }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const [isNew, dialog] = useDisclosure();
  const navigate = useNavigate();
  return (
    <div className={classes['switcher']}>
      <Menu position="bottom-start" width="target">
        <Menu.Target>
          <UnstyledButton className={classes['target']} aria-label={`Project ${project.name}: switch`}>
            <span className={classes['name']}>{project.name}</span>
            <ChevronsUpDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes['list']}>
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
            New project
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NewProject opened={isNew} onClose={dialog.close} />
    </div>
  );
}
