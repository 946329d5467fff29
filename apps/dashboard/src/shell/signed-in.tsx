import { Button, Center, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { accountApi, dataOf } from '../api/client';
import { Card, Page } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { accountQuery, type Account } from '../session/session.queries';
import { i18n } from '../text/i18n';

/** Lets the account that is signed in pass; anyone else is sent to sign in, and comes back afterwards. */
export function SignedIn() {
  const { data: account, error, isPending, refetch } = useQuery(accountQuery);
  if (isPending) {
    return (
      <Center h="100dvh">
        <Loader aria-label={i18n.t('Loading')} />
      </Center>
    );
  }
  if (error) {
    return (
      <main>
        <Page title={i18n.t('Waybill does not answer')}>
          <Problem error={error} onRetry={() => void refetch()} />
        </Page>
      </main>
    );
  }
  if (!account) return <ToSignIn />;
  if (!account.emailVerified) return <VerifyFirst account={account} />;
  return <Outlet />;
}

/** Goes to sign in, once: the address changes while that page is loaded. */
function ToSignIn() {
  const navigate = useNavigate();
  const router = useRouter();
  const go = useEffectEvent(() => {
    const back = router.state.location.href;
    void navigate({ to: '/sign-in', search: back === '/' ? {} : { back }, replace: true });
  });
  useEffect(() => go(), []);
  return null;
}

/** The API takes nothing from an account whose address is not verified. */
function VerifyFirst({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => dataOf(accountApi.POST('/auth/request-verification', { body: {} })),
    onSuccess: () => sayDone(i18n.t('A new mail is on its way to {email}.', { email: account.email })),
    onError: sayFailed,
  });
  return (
    <main>
      <Page title={i18n.t('Verify your address')}>
        <Card>
          <p style={{ marginTop: 0 }}>
            {i18n.t('A mail with a link is on its way to {email}. Open the link, then go on here.', {
              email: account.email,
            })}
          </p>
          <Button onClick={() => void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })}>
            {i18n.t('The address is verified')}
          </Button>{' '}
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {i18n.t('Send the mail again')}
          </Button>
        </Card>
      </Page>
    </main>
  );
}
