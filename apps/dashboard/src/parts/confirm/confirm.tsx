import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Problem } from '../problem/problem';
import { i18n } from '../../text/i18n';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** All that will be gone, in numbers where they are known. */
  children: ReactNode;
  /** The button says what happens: "Delete 3 contacts". */
  action: string;
  run: () => Promise<unknown>;
  onDone?: () => void;
  /** A name that must be typed first. */
  typed?: string;
  /** Red by default, because most of what is asked for here cannot be undone. */
  harmless?: boolean;
}

/** Asks before something that cannot be taken back; an error is shown in the dialog, which stays open. */
export function Confirm({ opened, onClose, title, children, action, run, onDone, typed, harmless }: ConfirmProps) {
  const [text, setText] = useState('');
  const close = (): void => {
    setText('');
    mutation.reset();
    onClose();
  };
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: () => {
      close();
      onDone?.();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': i18n.t('Close') }}>
      <form onSubmit={submit}>
        {mutation.error && <Problem error={mutation.error} />}
        {children}
        {typed && (
          <TextInput
            mt={16}
            label={i18n.t('Type {typed} to go on', { typed })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end" mt={24} gap={8}>
          <Button variant="default" onClick={close}>
            {i18n.t('Keep as it is')}
          </Button>
          <Button
            type="submit"
            color={harmless ? undefined : 'red'}
            loading={mutation.isPending}
            disabled={typed !== undefined && text !== typed}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
