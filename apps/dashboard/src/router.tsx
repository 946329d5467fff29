import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';
import { screens, type Screen } from './routes';
import { ErrorPage, NotFoundPage } from './shell/error-page';
import { withKit } from './parts/lazy/lazy-part';
import { Later, SkeletonLines } from './parts/loaded/loaded';
import { ProjectFrame } from './shell/project-frame';
import { RootFrame } from './shell/root-frame';
import { SignedIn } from './shell/signed-in';

/** An address outside of every project. */
function NothingHere() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

const rootRoute = createRootRoute({ component: RootFrame, notFoundComponent: NothingHere });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => withKit(() => import('./sign-in/sign-in-page'))),
});
const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => withKit(() => import('./sign-in/sign-up-page'))),
});

/** Everything below needs an account that is signed in. */
const signedInRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn });
const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  component: lazyRouteComponent(() => withKit(() => import('./start/start-page'))),
});
const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: lazyRouteComponent(() => withKit(() => import('./account/account-page'))),
});
const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/p/$projectId',
  component: ProjectFrame,
});

/** Home is the first page that most visits see: it does without the rest of the kit's styles. */
const screenRoute = ({ path, page }: Screen): AnyRoute => {
  const component = lazyRouteComponent(path === '/' ? page : () => withKit(page));
  return createRoute({ getParentRoute: () => projectRoute, path, component }) as AnyRoute;
};

/** The addresses of the dashboard, all of them below `/app`. */
export function createAppRouter() {
  const project = projectRoute.addChildren(screens.map(screenRoute));
  const signedIn = signedInRoute.addChildren([startRoute, accountRoute, project]);
  return createRouter({
    routeTree: rootRoute.addChildren([signInRoute, signUpRoute, signedIn]),
    basepath: '/app',
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingComponent: () => (
      <Later>
        <SkeletonLines />
      </Later>
    ),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}
