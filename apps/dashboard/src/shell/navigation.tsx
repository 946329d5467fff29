import { Burger, NavLink } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import icon from '../theme/icon.svg';
import { navigation, navPath, type Screen } from '../routes';
import type { Project } from '../session/project';
import { exactly } from '../parts/link/screen-link';
import { MenuDoor } from './menus/menu-door';
import { ProjectButton } from './menus/project-button';
import { pathInProject } from './screen-of';
import classes from './navigation.module.css';
import { i18n } from '../text/i18n';

const projectMenu = () => import('./menus/project-menu');

/** The screens of the project in groups, below the switch of the project. */
export function Navigation({ project, onClose }: { project: Project; onClose: () => void }) {
  return (
    <>
      <div className={classes['brand']}>
        <img src={icon} width={24} height={24} alt="" />
        <span>{i18n.t('Waybill')}</span>
        <Burger
          opened
          onClick={onClose}
          hiddenFrom="sm"
          size="sm"
          aria-label={i18n.t('Close the navigation')}
          ml="auto"
        />
      </div>
      <div className={classes['switcher']}>
        <MenuDoor Button={ProjectButton} load={projectMenu} />
      </div>
      <div className={classes['links']}>
        {navigation
          .filter(({ entries }) => entries.length > 0)
          .map(({ group, entries }) => (
            <div
              key={group}
              className={classes['group']}
              role="group"
              aria-label={group ? i18n.t(group) : i18n.t('Start')}
            >
              {group && <p className={classes['groupName']}>{i18n.t(group)}</p>}
              {entries.map((screen) => (
                <Entry key={screen.path} screen={screen} project={project} />
              ))}
            </div>
          ))}
      </div>
    </>
  );
}

function Entry({ screen, project }: { screen: Screen; project: Project }) {
  const path = useLocation({ select: ({ pathname }) => pathInProject(pathname) });
  const [, first] = screen.path.split('/');
  const isHere = first === '' ? path === '/' : path === `/${first}` || path.startsWith(`/${first}/`);
  const Icon = screen.nav?.icon;
  return (
    <NavLink
      className={classes['entry']}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      label={i18n.t(screen.title)}
      leftSection={Icon && <Icon size={16} aria-hidden />}
      renderRoot={(props) => <Link activeOptions={exactly} to={`/p/${project.id}${navPath(screen)}`} {...props} />}
    />
  );
}
