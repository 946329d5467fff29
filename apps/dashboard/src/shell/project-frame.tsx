import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { createApi } from '../api/client';
import { noteStartedJobs } from '../parts/job/started-jobs';
import { Later, SkeletonLines } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { Page } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { rememberProject } from '../session/last-project';
import { mayAct, ProjectContext, type Project } from '../session/project';
import { roleName } from '../session/role-name';
import { projectsQuery, type ProjectRecord } from '../session/session.queries';
import { screens } from '../routes';
import { NotFoundPage } from './error-page';
import { FrameHead } from './frame-head';
import { Help } from './keys/help-door';
import { Navigation } from './navigation';
import { Palette } from './keys/palette-door';
import { screenOf } from './screen-of';
import { useShortcuts } from './keys/shortcuts';
import classes from './project-frame.module.css';
import { i18n } from '../text/i18n';

/** Every page of a project: the project of the address, the navigation beside it, the screen in the middle. */
export function ProjectFrame() {
  const { projectId } = useParams({ strict: false }) as { projectId: string };
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  const record = projects?.find(({ id }) => id === projectId);
  const project = useMemo<Project | null>(() => (record ? projectOf(record) : null), [record]);
  useEffect(() => {
    if (project) rememberProject(project.id);
  }, [project]);
  if (project) {
    return (
      <ProjectContext value={project}>
        <Frame key={project.id} project={project} />
      </ProjectContext>
    );
  }
  if (projects) {
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  }
  return (
    <main>
      <Page title={i18n.t('Waybill')}>
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <Later>
            <SkeletonLines />
          </Later>
        )}
      </Page>
    </main>
  );
}

/** A project with its calls of the API; a long job that one of them starts is in the tray. */
function projectOf(record: ProjectRecord): Project {
  const api = createApi(record.id);
  api.use(noteStartedJobs);
  return { ...record, api };
}

function Frame({ project }: { project: Project }) {
  const [isOpen, drawer] = useDisclosure();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { close } = drawer;
  useEffect(close, [path, close]);
  useShortcuts();
  return (
    <AppShell
      layout="alt"
      header={{ height: 48 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      transitionDuration={0}
    >
      <a href="#content" className="wb-skip">
        {i18n.t('Skip to the content')}
      </a>
      <AppShell.Header className={classes['header']}>
        <FrameHead isOpen={isOpen} onToggle={drawer.toggle} />
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar']} aria-label={i18n.t('Screens of the project')}>
        <Navigation project={project} onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        {project.disabled && <Disabled project={project} />}
        <Screen project={project} path={path} />
      </AppShell.Main>
      <Palette />
      <Help />
    </AppShell>
  );
}

/** The screen of the address, or which role it needs. */
function Screen({ project, path }: { project: Project; path: string }) {
  const screen = screenOf(screens, path);
  if (screen?.leastRole && !mayAct(project.role, screen.leastRole)) {
    return (
      <Page title={i18n.t(screen.title)}>
        <Notice
          tone="watch"
          title={i18n.t('This screen needs the role {leastRole}; you are {role}.', {
            leastRole: roleName(screen.leastRole),
            role: roleName(project.role),
          })}
        />
      </Page>
    );
  }
  return <Outlet />;
}

function Disabled({ project }: { project: Project }) {
  return (
    <div className={classes['disabled']}>
      <Notice tone="bad" title={i18n.t('This project is disabled: nothing is sent, and nothing can be changed.')}>
        <p>{project.disabledReason ?? i18n.t('Its owner can tell why.')}</p>
      </Notice>
    </div>
  );
}
