import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSignedOutElsewhere } from '../session/signed-out';
import { SignInAgain } from './sign-in-again';
import classes from './root-frame.module.css';
import { i18n } from '../text/i18n';

/** Around every page: the bar of a lost connection, sign-in after the session ended, and signing out in another tab. */
export function RootFrame() {
  const { online } = useNetwork();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        queryClient.clear();
        void navigate({ to: '/sign-in' });
      }),
    [queryClient, navigate],
  );
  return (
    <>
      {!online && (
        <div className={classes['offline']} role="status">
          {i18n.t('You are offline. What is shown may be old; it is read again when the connection is back.')}
        </div>
      )}
      <Outlet />
      <SignInAgain />
    </>
  );
}
