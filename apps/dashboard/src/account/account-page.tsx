import { Anchor, Button, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountApi, dataOf } from '../api/client';
import { Facts } from '../parts/facts/facts';
import { formatDay } from '../parts/format/format';
import { Loaded } from '../parts/loaded/loaded';
import { Page, Section } from '../parts/page/page';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { accountQuery, type Account } from '../session/session.queries';
import { Sessions } from './sessions';
import { useSignOut } from '../session/sign-out';

const ways: Record<Account['type'], string> = {
  PASSWORD: 'Password',
  GITHUB_OAUTH: 'GitHub',
  GOOGLE_OAUTH: 'Google',
  OIDC_OAUTH: 'Single sign-on',
};

/** `/app/account`: the account that is signed in, on every project. */
export default function AccountPage() {
  const query = useQuery(accountQuery);
  const signOut = useSignOut();
  return (
    <main>
      <Page
        title="Account"
        above={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>Back to the project</Anchor>}
        actions={
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        }
      >
        <Section title="You">
          <Loaded query={query}>
            {(account) =>
              account && (
                <Facts
                  facts={[
                    ['Email address', account.email],
                    ['Signs in with', ways[account.type]],
                    ['Since', formatDay(account.createdAt)],
                  ]}
                />
              )
            }
          </Loaded>
        </Section>
        {query.data?.type === 'PASSWORD' && <NewPassword email={query.data.email} />}
        <Sessions />
        <Theme />
      </Page>
    </main>
  );
}

function NewPassword({ email }: { email: string }) {
  const ask = useMutation({
    mutationFn: () => dataOf(accountApi.POST('/auth/request-password-reset', { body: { email } })),
    onSuccess: () => sayDone(`A mail with a link is on its way to ${email}.`),
    onError: sayFailed,
  });
  return (
    <Section title="Password">
      <p>A new password is set by a link that is mailed to you. It ends every session, this one too.</p>
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        Mail me a link
      </Button>
    </Section>
  );
}

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Theme">
      <SegmentedControl
        aria-label="Theme"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        transitionDuration={0}
        data={[
          { value: 'auto', label: 'As the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </Section>
  );
}
