import { Button, Group, JsonInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../api/api-error';
import { Notice } from '../parts/notice/notice';
import { Problem } from '../parts/problem/problem';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changeContact, type Contact } from './contact.queries';
import { changedData, readData } from './contact-data';
import { i18n } from '../text/i18n';

const shown = (data: Record<string, unknown>): string => JSON.stringify(data, null, 2);

/** The fields of a contact as JSON. What was typed stays when the record was changed by somebody else meanwhile. */
export function ContactDataForm({ contact }: { contact: Contact }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [text, setText] = useState(() => shown(contact.data));
  const [base, setBase] = useState(contact);
  const [problem, setProblem] = useState<string | null>(null);
  const isTouched = text !== shown(base.data);
  // A newer record takes the place of one that is not being changed.
  if (!isTouched && contact.updatedAt !== base.updatedAt) {
    setBase(contact);
    setText(shown(contact.data));
  }
  const save = useMutation({
    mutationFn: (data: Record<string, unknown>) => changeContact(project, base, { data }),
    onSuccess: async (saved) => {
      setBase(saved);
      setText(shown(saved.data));
      sayDone(i18n.t('The data is saved.'));
      await queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: [project.id, 'contacts', contact.id] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readData(text);
    setProblem(read.problem);
    if (read.data) save.mutate(changedData(base.data, read.data));
  };
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  return (
    <form onSubmit={submit}>
      {save.error && !isConflict && <Problem error={save.error} />}
      {isConflict && <Conflict current={contact} onKeep={() => setBase(contact)} />}
      <JsonInput
        label={i18n.t('Fields of the contact')}
        description={i18n.t('A JSON object: a name and a value for each field')}
        autosize
        minRows={4}
        maxRows={20}
        formatOnBlur
        validationError={i18n.t('This is not JSON yet')}
        value={text}
        error={problem}
        onChange={setText}
      />
      <Group justify="flex-end" mt={12} gap={8}>
        {isTouched && (
          <Button variant="default" onClick={() => setText(shown(contact.data))}>
            {i18n.t('Discard')}
          </Button>
        )}
        <Button type="submit" disabled={!isTouched} loading={save.isPending}>
          {i18n.t('Save the data')}
        </Button>
      </Group>
    </form>
  );
}

function Conflict({ current, onKeep }: { current: Contact; onKeep: () => void }) {
  return (
    <Notice
      tone="watch"
      title={i18n.t('The contact was changed meanwhile. What you typed is still here.')}
      action={
        <Button size="xs" variant="default" onClick={onKeep}>
          {i18n.t('Keep mine')}
        </Button>
      }
    >
      <pre>{shown(current.data)}</pre>
    </Notice>
  );
}
