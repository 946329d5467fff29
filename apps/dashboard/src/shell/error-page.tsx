import { Button } from '@mantine/core';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { i18n } from '../text/i18n';

/** A screen that failed to load or to draw: the frame around it stays. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={i18n.t('This screen failed')}>
      <Problem error={error} onRetry={reset} />
    </Page>
  );
}

/** An address that is no screen, or a thing that is not there. */
export function NotFoundPage() {
  return (
    <Page title={i18n.t('Not found')}>
      <p>
        {i18n.t(
          'There is nothing at this address. It may have been deleted, or it belongs to a project that you are no member of.',
        )}
      </p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{i18n.t('To your projects')}</Button>
    </Page>
  );
}
