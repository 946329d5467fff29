import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { Conflict } from '../editor/conflict';
import { ContentEditor } from '../editor/content-editor';
import { stableJson } from '../editor/document/design';
import { KeptNotice } from '../editor/kept-notice';
import { PreviewTextField } from '../editor/preview-text-field';
import { saveWords, useAutosave } from '../editor/use-autosave';
import { Confirm } from '../parts/confirm/confirm';
import { usePathPart } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Page } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changesOf, draftOf, type TemplateDraft } from './template-draft';
import { templateTypeName, templateTypes } from './template-type';
import {
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
  templateQuery,
  templateUsageQuery,
  type Template,
} from './template.queries';
import { i18n } from '../text/i18n';

/** `P/templates/{id}`: the content beside its preview; what is typed is saved by itself. */
export default function TemplatePage() {
  const id = usePathPart('id');
  const query = useQuery({ ...templateQuery(useProject(), id), refetchOnWindowFocus: false });
  if (query.data) return <Editor key={query.data.id} template={query.data} />;
  return (
    <Page title={i18n.t('Template')} above={<ScreenLink to="/templates">{i18n.t('Templates')}</ScreenLink>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

/** A template as it is typed, saved while one types; `newer` is there while somebody else's version waits for a choice. */
function useTemplateDraft(template: Template) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(template);
  const [draft, setDraft] = useState(() => draftOf(template));
  const [newer, setNewer] = useState<Template | null>(null);
  const change = (part: Partial<TemplateDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = async (): Promise<void> => {
    try {
      const stored = await changeTemplate(project, saved, changesOf(draft, saved));
      setSaved(stored);
      queryClient.setQueryData(templateQuery(project, stored.id).queryKey, stored);
      void queryClient.invalidateQueries({ queryKey: [project.id, 'templates', 'list'] });
    } catch (error) {
      if (error instanceof ApiError && error.status === 412)
        setNewer(await queryClient.fetchQuery({ ...templateQuery(project, saved.id), staleTime: 0 }));
      throw error;
    }
  };
  const savedText = stableJson(draftOf(saved));
  const autosave = useAutosave({
    id: saved.id,
    draft: stableJson(draft),
    saved: savedText,
    isHeld: newer !== null,
    save,
  });
  /** Goes on from somebody else's version, with what is typed here or with what they wrote. */
  const settle = (version: Template, isMine: boolean): void => {
    setSaved(version);
    if (!isMine) setDraft(draftOf(version));
    setNewer(null);
  };
  return { saved, savedText, draft, change, newer, settle, autosave };
}

function Editor({ template }: { template: Template }) {
  const { saved, savedText, draft, change, newer, settle, autosave } = useTemplateDraft(template);
  const fieldError = (field: string): string | null =>
    (autosave.error instanceof ApiError && autosave.error.fields.find((each) => each.field === field)?.message) || null;
  const isFieldError = autosave.error instanceof ApiError && autosave.error.fields.length > 0;
  return (
    <Page
      title={saved.name}
      wide
      above={<ScreenLink to="/templates">{i18n.t('Templates')}</ScreenLink>}
      beside={<span role="status">{saveWords(autosave.state)}</span>}
      actions={<Actions template={saved} />}
    >
      <KeptNotice
        id={saved.id}
        saved={savedText}
        onTake={(text) => change(JSON.parse(text) as Partial<TemplateDraft>)}
      />
      {newer && (
        <Conflict
          what="template"
          id={newer.id}
          newer={newer}
          onMine={() => settle(newer, true)}
          onTheirs={() => settle(newer, false)}
        />
      )}
      {autosave.state === 'failed' && !isFieldError && <Problem error={autosave.error} />}
      <ContentEditor
        writing={draft}
        content={{
          ...{ subject: draft.subject || null, previewText: draft.previewText || null },
          ...{ text: saved.text, type: draft.type },
        }}
        fields={<TemplateFields draft={draft} onChange={change} errorOf={fieldError} />}
        error={fieldError('body') ?? fieldError('design')}
        onChange={change}
      />
    </Page>
  );
}

interface TemplateFieldsProps {
  draft: TemplateDraft;
  onChange: (part: Partial<TemplateDraft>) => void;
  errorOf: (field: string) => string | null;
}

function TemplateFields({ draft, onChange, errorOf }: TemplateFieldsProps) {
  return (
    <>
      <TextInput
        label={i18n.t('Name')}
        maxLength={100}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={i18n.t('Type')}
        description={i18n.t('Marketing goes to subscribed contacts alone and gets an unsubscribe footer')}
        allowDeselect={false}
        data={templateTypes.map((value) => ({ value, label: templateTypeName(value) }))}
        value={draft.type}
        onChange={(type) => onChange({ type: type === 'MARKETING' ? 'MARKETING' : 'TRANSACTIONAL' })}
      />
      <TextInput
        label={i18n.t('Subject')}
        maxLength={998}
        value={draft.subject}
        error={errorOf('subject')}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <PreviewTextField
        value={draft.previewText}
        error={errorOf('previewText')}
        onChange={(previewText) => onChange({ previewText })}
      />
      <TextInput
        label={i18n.t('Sender')}
        description={i18n.t('An address of a verified domain; a send may name another')}
        type="email"
        maxLength={254}
        value={draft.from}
        error={errorOf('from')}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
    </>
  );
}

function Actions({ template: { id, name } }: { template: Template }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [isAsked, dialog] = useDisclosure();
  const usage = useQuery({ ...templateUsageQuery(project, id), enabled: isAsked });
  const reload = () => queryClient.invalidateQueries({ queryKey: [project.id, 'templates', 'list'] });
  const copy = useMutation({
    mutationFn: () => duplicateTemplate(project, id),
    onError: sayFailed,
    onSuccess: async (made) => {
      await reload();
      sayDone(i18n.t('{name} is made.', { name: made.name }));
      go(`/templates/${made.id}`);
    },
  });
  const users = [...(usage.data?.campaigns ?? []), ...(usage.data?.workflowSteps ?? [])];
  return (
    <>
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
        {i18n.t('Duplicate')}
      </Button>
      <Button variant="default" onClick={dialog.open}>
        {i18n.t('Delete')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Delete the template')}
        action={i18n.t('Delete the template')}
        run={() => deleteTemplate(project, id)}
        onDone={() => {
          void reload();
          sayDone(i18n.t('{name} is deleted.', { name }));
          go('/templates');
        }}
      >
        <p>{i18n.t('Emails that were sent with it stay as they are.')}</p>
        {users.length > 0 && (
          <p>{i18n.t('It is used by {names}.', { names: users.map((user) => user.name).join(', ') })}</p>
        )}
      </Confirm>
    </>
  );
}
