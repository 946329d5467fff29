import { Button, Center, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { accountApi, dataOf } from '../api/client';
import { Card, Page } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { accountQuery, type Account } from '../session/session.queries';

/** Lets the account that is signed in pass; anyone else is sent to sign in, and comes back afterwards. */
export function SignedIn() {
  const { data: account, error, isPending, refetch } = useQuery(accountQuery);
  if (isPending) {
    return (
      <Center h="100dvh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (error) {
    return (
      <main>
        <Page title="Waybill does not answer">
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
    onSuccess: () => sayDone(`A new mail is on its way to ${account.email}.`),
    onError: sayFailed,
  });
  return (
    <main>
      <Page title="Verify your address">
        <Card>
          <p style={{ marginTop: 0 }}>
            A mail with a link is on its way to <strong>{account.email}</strong>. Open the link, then go on here.
          </p>
          <Button onClick={() => void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })}>
            The address is verified
          </Button>{' '}
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            Send the mail again
          </Button>
        </Card>
      </Page>
    </main>
  );
}
