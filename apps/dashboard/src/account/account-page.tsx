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
import { i18n, languages, type Language } from '../text/i18n';
import { chooseLanguage, chosenLanguage } from '../text/language';

const ways: Record<Account['type'], string> = {
  PASSWORD: i18n.t('Password'),
  GITHUB_OAUTH: 'GitHub',
  GOOGLE_OAUTH: 'Google',
  OIDC_OAUTH: i18n.t('Single sign-on'),
};

/** `/app/account`: the account that is signed in, on every project. */
export default function AccountPage() {
  const query = useQuery(accountQuery);
  const signOut = useSignOut();
  return (
    <main>
      <Page
        title={i18n.t('Account')}
        above={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>{i18n.t('Back to the project')}</Anchor>}
        actions={
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {i18n.t('Sign out')}
          </Button>
        }
      >
        <Section title={i18n.t('You')}>
          <Loaded query={query}>
            {(account) =>
              account && (
                <Facts
                  facts={[
                    [i18n.t('Email address'), account.email],
                    [i18n.t('Signs in with'), ways[account.type]],
                    [i18n.t('Since'), formatDay(account.createdAt)],
                  ]}
                />
              )
            }
          </Loaded>
        </Section>
        {query.data?.type === 'PASSWORD' && <NewPassword email={query.data.email} />}
        <Sessions />
        <Theme />
        <LanguageChoice />
      </Page>
    </main>
  );
}

function NewPassword({ email }: { email: string }) {
  const ask = useMutation({
    mutationFn: () => dataOf(accountApi.POST('/auth/request-password-reset', { body: { email } })),
    onSuccess: () => sayDone(i18n.t('A mail with a link is on its way to {email}.', { email })),
    onError: sayFailed,
  });
  return (
    <Section title={i18n.t('Password')}>
      <p>{i18n.t('A new password is set by a link that is mailed to you. It ends every session, this one too.')}</p>
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        {i18n.t('Mail me a link')}
      </Button>
    </Section>
  );
}

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={i18n.t('Theme')}>
      <SegmentedControl
        aria-label={i18n.t('Theme')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        transitionDuration={0}
        data={[
          { value: 'auto', label: i18n.t('As the system') },
          { value: 'light', label: i18n.t('Light') },
          { value: 'dark', label: i18n.t('Dark') },
        ]}
      />
    </Section>
  );
}

/** The language of the dashboard in this browser; the page is read anew in it. */
function LanguageChoice() {
  return (
    <Section title={i18n.t('Language')}>
      <SegmentedControl
        aria-label={i18n.t('Language')}
        value={chosenLanguage() ?? ''}
        onChange={(value) => chooseLanguage((value || null) as Language | null)}
        transitionDuration={0}
        data={[
          { value: '', label: i18n.t('As the browser') },
          ...Object.entries(languages).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> })),
        ]}
      />
    </Section>
  );
}
