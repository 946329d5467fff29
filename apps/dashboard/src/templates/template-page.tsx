import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { CodeField } from '../editor/code-field';
import { ContentPreview } from '../editor/content-preview';
import { saveWords, useAutosave } from '../editor/use-autosave';
import { Confirm } from '../parts/confirm/confirm';
import { wordsOf } from '../parts/format/format';
import { usePathPart } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { Page } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changesOf, draftOf, type TemplateDraft } from './template-draft';
import {
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
  templateQuery,
  templateUsageQuery,
  type Template,
} from './template.queries';
import classes from './template-page.module.css';

/** `P/templates/{id}`: the content beside its preview; what is typed is saved by itself. */
export default function TemplatePage() {
  const id = usePathPart('id');
  const query = useQuery({ ...templateQuery(useProject(), id), refetchOnWindowFocus: false });
  if (query.data) return <Editor key={query.data.id} template={query.data} />;
  return (
    <Page title="Template" above={<ScreenLink to="/templates">Templates</ScreenLink>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function Editor({ template }: { template: Template }) {
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
  const autosave = useAutosave(JSON.stringify(draft), JSON.stringify(draftOf(saved)), newer !== null, save);
  const fieldError = (field: string): string | null =>
    (autosave.error instanceof ApiError && autosave.error.fields.find((each) => each.field === field)?.message) || null;
  const isFieldError = autosave.error instanceof ApiError && autosave.error.fields.length > 0;
  return (
    <Page
      title={saved.name}
      wide
      above={<ScreenLink to="/templates">Templates</ScreenLink>}
      beside={<span role="status">{saveWords(autosave.state)}</span>}
      actions={<Actions template={saved} />}
    >
      {newer && (
        <Conflict
          newer={newer}
          onMine={() => {
            setSaved({ ...newer });
            setNewer(null);
          }}
          onTheirs={() => {
            setSaved(newer);
            setDraft(draftOf(newer));
            setNewer(null);
          }}
        />
      )}
      {autosave.state === 'failed' && !isFieldError && <Problem error={autosave.error} />}
      <div className={classes['columns']}>
        <TemplateFields draft={draft} onChange={change} errorOf={fieldError} />
        <ContentPreview
          content={{ subject: draft.subject || null, body: draft.body || ' ', text: saved.text, type: draft.type }}
        />
      </div>
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
    <div className={classes['form']}>
      <TextInput
        label="Name"
        maxLength={100}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label="Type"
        description="Marketing goes to subscribed contacts alone and gets an unsubscribe footer"
        allowDeselect={false}
        data={['TRANSACTIONAL', 'MARKETING'].map((value) => ({ value, label: wordsOf(value) }))}
        value={draft.type}
        onChange={(type) => onChange({ type: type === 'MARKETING' ? 'MARKETING' : 'TRANSACTIONAL' })}
      />
      <TextInput
        label="Subject"
        maxLength={998}
        value={draft.subject}
        error={errorOf('subject')}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <TextInput
        label="Sender"
        description="An address of a verified domain; a send may name another"
        type="email"
        maxLength={254}
        value={draft.from}
        error={errorOf('from')}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <CodeField
        label="HTML with Liquid"
        description="{{ name ?? there }} shows a field of the contact. Tab indents, Escape leaves the field."
        value={draft.body}
        error={errorOf('body')}
        onChange={(body) => onChange({ body })}
      />
    </div>
  );
}

function Conflict({ newer, onMine, onTheirs }: { newer: Template; onMine: () => void; onTheirs: () => void }) {
  return (
    <Notice
      tone="watch"
      title="The template was changed by somebody else meanwhile. Both versions are here until you choose."
      action={
        <>
          <Button size="xs" variant="default" onClick={onTheirs}>
            Take theirs
          </Button>{' '}
          <Button size="xs" variant="default" onClick={onMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <details>
        <summary>The other version</summary>
        <p>{newer.subject}</p>
        <pre className={classes['other']}>{newer.body}</pre>
      </details>
    </Notice>
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
      sayDone(`${made.name} is made.`);
      go(`/templates/${made.id}`);
    },
  });
  const users = [...(usage.data?.campaigns ?? []), ...(usage.data?.workflowSteps ?? [])];
  return (
    <>
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
        Duplicate
      </Button>
      <Button variant="default" onClick={dialog.open}>
        Delete
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title="Delete the template"
        action="Delete the template"
        run={() => deleteTemplate(project, id)}
        onDone={() => {
          void reload();
          sayDone(`${name} is deleted.`);
          go('/templates');
        }}
      >
        <p>Emails that were sent with it stay as they are.</p>
        {users.length > 0 && <p>It is used by {users.map((user) => user.name).join(', ')}.</p>}
      </Confirm>
    </>
  );
}
