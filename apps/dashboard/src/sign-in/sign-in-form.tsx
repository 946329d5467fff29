import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { accountApi, dataOf } from '../api/client';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { providersQuery } from '../session/session.queries';
import { i18n } from '../text/i18n';

/** Address and password, and the other ways that this installation has. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void | Promise<void> }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const save = useSave(form, (body) => dataOf(accountApi.POST('/auth/login', { body })), onSignedIn, { session: true });
  const { data: providers } = useQuery(providersQuery);
  return (
    <>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <Stack gap={16}>
          <TextInput
            label={i18n.t('Email address')}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={i18n.t('Password')}
            autoComplete="current-password"
            key={form.key('password')}
            visibilityToggleButtonProps={{ 'aria-label': i18n.t('Show the password') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={save.isPending}>
            {i18n.t('Sign in')}
          </Button>
        </Stack>
      </form>
      {providers && (providers.github || providers.google || providers.oidc) && (
        <Stack gap={8} mt={16}>
          {providers.github && <ProviderButton provider="github" name="GitHub" />}
          {providers.google && <ProviderButton provider="google" name="Google" />}
          {providers.oidc && <ProviderButton provider="oidc" name={providers.oidcName ?? i18n.t('single sign-on')} />}
        </Stack>
      )}
    </>
  );
}

function ProviderButton({ provider, name }: { provider: string; name: string }) {
  return (
    <Button component="a" href={`/auth/oauth/${provider}`} variant="default" fullWidth>
      {i18n.t('Sign in with {name}', { name })}
    </Button>
  );
}
