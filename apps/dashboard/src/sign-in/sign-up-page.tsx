import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { accountApi, dataOf } from '../api/client';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { accountQuery } from '../session/session.queries';
import { Entrance } from './entrance';
import { i18n } from '../text/i18n';

/** `/app/sign-up`. */
export default function SignUpPage() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signedUp = async (): Promise<void> => {
    queryClient.clear();
    await queryClient.fetchQuery(accountQuery);
    await navigate({ to: '/', replace: true });
  };
  const save = useSave(form, (body) => dataOf(accountApi.POST('/auth/signup', { body })), signedUp, { session: true });
  return (
    <Entrance
      title={i18n.t('Sign up')}
      foot={
        <p>
          {i18n.t('You have an account?')}{' '}
          <Anchor underline="always" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
            {i18n.t('Sign in')}
          </Anchor>
        </p>
      }
    >
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
            description={i18n.t('8 to 128 characters')}
            autoComplete="new-password"
            key={form.key('password')}
            visibilityToggleButtonProps={{ 'aria-label': i18n.t('Show the password') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={save.isPending}>
            {i18n.t('Create the account')}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
