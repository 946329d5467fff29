import { NavLink } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Later, SkeletonLines } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { usePathPart } from '../parts/link/address-state';
import { exactly } from '../parts/link/screen-link';
import { Page } from '../parts/page/page';
import { mayAct, useProject } from '../session/project';
import { roleName } from '../session/role-name';
import { sectionOf, sections, type Section } from './sections';
import classes from './settings-page.module.css';
import { i18n } from '../text/i18n';

const pages: Record<Section, React.LazyExoticComponent<React.ComponentType>> = {
  general: lazy(() => import('./general/general-section')),
  brand: lazy(() => import('./brand/brand-section')),
  keys: lazy(() => import('./keys/keys-section')),
  members: lazy(() => import('./members/members-section')),
  limits: lazy(() => import('./limits/limits-section')),
  data: lazy(() => import('./data/data-section')),
  danger: lazy(() => import('./danger/danger-section')),
};

/** `P/settings/{section}`. */
export default function SettingsPage() {
  const project = useProject();
  const section = sectionOf(usePathPart('section'));
  const { title, leastRole } = sections[section];
  const Content = pages[section];
  return (
    <Page title={title}>
      <div className={classes['columns']}>
        <nav className={classes['sections']} aria-label={i18n.t('Settings')}>
          {Object.entries(sections).map(([name, { title: text }]) => (
            <NavLink
              key={name}
              label={text}
              active={name === section}
              aria-current={name === section ? 'page' : undefined}
              className={classes['entry']}
              renderRoot={(props) => (
                <Link activeOptions={exactly} to={`/p/${project.id}/settings/${name}`} {...props} />
              )}
            />
          ))}
        </nav>
        <div className={classes['content']}>
          {mayAct(project.role, leastRole) ? (
            <Suspense
              fallback={
                <Later>
                  <SkeletonLines />
                </Later>
              }
            >
              <Content />
            </Suspense>
          ) : (
            <Notice
              tone="watch"
              title={i18n.t('These settings need the role {leastRole}; you are {role}.', {
                leastRole: roleName(leastRole),
                role: roleName(project.role),
              })}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
