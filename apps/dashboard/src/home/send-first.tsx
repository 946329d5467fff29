import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf } from '../api/client';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { accountQuery } from '../session/session.queries';
import { domainsQuery } from './home.queries';
import { i18n } from '../text/i18n';

/** A short form that sends one email, to the reader's own address unless another one is typed. */
export default function SendFirst() {
  const { data: account } = useQuery(accountQuery);
  const { data: domains } = useQuery(domainsQuery(useProject()));
  const verified = domains?.filter((domain) => domain.verified).map(({ domain }) => `hello@${domain}`) ?? [];
  if (!account || verified.length === 0) return null;
  return <SendForm senders={verified} to={account.email} />;
}

function SendForm({ senders, to }: { senders: string[]; to: string }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { from: senders[0] ?? '', to } });
  const content = {
    subject: `Hello from ${project.name}`,
    body: '<p>This is the first email of this project. Its waybill shows each step that it took.</p>',
  };
  const save = useSave(
    form,
    (values) => bodyOf(project.api.POST('/v1/send', { body: { ...values, ...content } })),
    async (_answer, values) => {
      sayDone(i18n.t('The email to {to} is on its way.', { to: values.to }));
      await queryClient.invalidateQueries({ queryKey: [project.id] });
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <Group align="end" gap={12} mt={8}>
        <NativeSelect
          label={i18n.t('From')}
          data={senders}
          flex="1 1 200px"
          key={form.key('from')}
          {...form.getInputProps('from')}
        />
        <TextInput
          label={i18n.t('To')}
          type="email"
          flex="1 1 200px"
          key={form.key('to')}
          {...form.getInputProps('to')}
        />
        <Button type="submit" loading={save.isPending}>
          {i18n.t('Send the email')}
        </Button>
      </Group>
    </form>
  );
}
