import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { accountApi, dataOf } from '../api/client';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { accountQuery } from '../session/session.queries';
import { Entrance } from './entrance';

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
      title="Sign up"
      foot={
        <p>
          You have an account?{' '}
          <Anchor underline="always" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
            Sign in
          </Anchor>
        </p>
      }
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem form={form} error={save.error} />
        <Stack gap={16}>
          <TextInput
            label="Email address"
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            description="8 to 128 characters"
            autoComplete="new-password"
            key={form.key('password')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={save.isPending}>
            Create the account
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
