import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../api/client';
import { firstVisual } from '../editor/first-visual';
import { FormProblem } from '../parts/form/form-problem';
import { useSave } from '../parts/form/save-form';
import { ButtonLink, useGo } from '../parts/link/screen-link';
import { Notice } from '../parts/notice/notice';
import { useProject, type Project } from '../session/project';
import { addCampaign, domainsQuery, templatesQuery } from './campaign.queries';
import { i18n } from '../text/i18n';

interface AddCampaignProps {
  opened: boolean;
  onClose: () => void;
}

/** Name, sender and content of a new campaign; a project without a verified domain is told so. */
export function AddCampaign({ opened, onClose }: AddCampaignProps) {
  const domains = useQuery({ ...domainsQuery(useProject()), enabled: opened });
  const verified = (domains.data ?? []).filter((domain) => domain.verified);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={i18n.t('Start a campaign')}
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
    >
      {domains.data && verified.length === 0 ? (
        <Notice
          tone="watch"
          title={i18n.t('A campaign needs a verified sending domain.')}
          action={
            <ButtonLink to="/domains" size="xs" variant="default">
              {i18n.t('To the domains')}
            </ButtonLink>
          }
        />
      ) : (
        <CampaignForm domain={verified[0]?.domain ?? ''} onClose={onClose} />
      )}
    </Modal>
  );
}

const subject = 'News for {{ name ?? you }}';
const code = { subject, body: '<p>Hello {{ name ?? there }},</p>\n' };

/** The content that is chosen: a first text in blocks or as code, or that of a template. */
const contentOf = async (project: Project, choice: string): Promise<Partial<Schema<'CreateCampaign'>>> => {
  if (choice === 'visual') return { subject, ...(await firstVisual(project)) };
  return choice === 'code' ? code : { templateId: choice };
};

const contentChoices = (templates: readonly Schema<'TemplateView'>[]): { value: string; label: string }[] => [
  { value: 'visual', label: i18n.t('Written for this campaign, in blocks') },
  { value: 'code', label: i18n.t('Written for this campaign, as code') },
  ...templates.map(({ id, name }) => ({ value: id, label: name })),
];

function CampaignForm({ domain, onClose }: { domain: string; onClose: () => void }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const templates = useQuery(templatesQuery(project));
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', from: '', content: 'visual' } });
  const save = useSave(
    form,
    async ({ name, from, content }) =>
      addCampaign(project, {
        name: name.trim(),
        from: from.trim() || `hello@${domain}`,
        audienceType: 'ALL',
        ...(await contentOf(project, content)),
      }),
    async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns'] });
      onClose();
      go(`/campaigns/${id}`);
    },
  );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormProblem form={form} error={save.error} />
      <TextInput
        label={i18n.t('Name')}
        description={i18n.t('Recipients do not see it')}
        maxLength={200}
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        mt={12}
        label={i18n.t('Sender')}
        type="email"
        maxLength={254}
        placeholder={`hello@${domain}`}
        key={form.key('from')}
        {...form.getInputProps('from')}
      />
      <NativeSelect
        mt={12}
        label={i18n.t('Content')}
        data={contentChoices(templates.data?.templates ?? [])}
        key={form.key('content')}
        {...form.getInputProps('content')}
      />
      <Group justify="flex-end" mt={24} gap={8}>
        <Button variant="default" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {i18n.t('Start it')}
        </Button>
      </Group>
    </form>
  );
}
