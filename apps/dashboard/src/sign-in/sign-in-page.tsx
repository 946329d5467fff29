import { Anchor } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { accountQuery, installationQuery } from '../session/session.queries';
import { Entrance } from './entrance';
import { placeBack } from './place-back';
import { SignInForm } from './sign-in-form';
import { i18n } from '../text/i18n';

/** `/app/sign-in`; `back` is the address that was asked for. */
export default function SignInPage() {
  const { back } = useSearch({ strict: false }) as { back?: unknown };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: installation } = useQuery(installationQuery);
  const signedIn = async (): Promise<void> => {
    queryClient.clear();
    await queryClient.fetchQuery(accountQuery);
    await navigate({ href: placeBack(back), replace: true });
  };
  return (
    <Entrance
      title={i18n.t('Sign in')}
      foot={
        <>
          <Anchor href="/forgot-password">{i18n.t('Forgot the password?')}</Anchor>
          {installation && !installation.features.signup.signupsDisabled && (
            <p>
              {i18n.t('No account yet?')}{' '}
              <Anchor underline="always" renderRoot={(props) => <Link to="/sign-up" {...props} />}>
                {i18n.t('Sign up')}
              </Anchor>
            </p>
          )}
        </>
      }
    >
      <SignInForm onSignedIn={signedIn} />
    </Entrance>
  );
}
