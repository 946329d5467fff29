import { ActionIcon, Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useProject } from '../../session/project';
import { useCopied, type Addition } from '../workflow/copied-steps';
import type { StepType } from '../workflow/workflow.queries';
import { stepKinds } from './step-words';
import { i18n } from '../../text/i18n';

/** Kinds that can be added; the trigger is there from the beginning. */
const addable = (Object.keys(stepKinds) as StepType[]).filter((type) => type !== 'TRIGGER');

interface NewStepMenuProps {
  label: string;
  onAdd: (what: Addition) => void;
  /** Into a link: a small plus instead of a button with words, and no step that ends the way. */
  inLink?: boolean;
  /** Takes the link away. */
  onCut?: () => void;
}

/** Asks for the kind of a new step, or puts the copied steps here. */
export function NewStepMenu({ label, onAdd, inLink = false, onCut }: NewStepMenuProps) {
  const kinds = inLink ? addable.filter((type) => type !== 'EXIT') : addable;
  const copied = useCopied(useProject().id)?.steps ?? [];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        {inLink ? (
          <ActionIcon variant="subtle" color="gray" size={24} aria-label={label}>
            <Plus size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} aria-label={label}>
            {i18n.t('Add a step')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {stepKinds[type]}
          </Menu.Item>
        ))}
        {(copied.length > 0 || onCut) && <Menu.Divider />}
        {copied.length > 0 && (
          <Menu.Item onClick={() => onAdd('copied')}>
            {copied.length === 1
              ? i18n.t('Paste “{name}”', { name: copied[0]!.name })
              : i18n.t('Paste {count, plural, one {# step} other {# steps}}', { count: copied.length })}
          </Menu.Item>
        )}
        {onCut && <Menu.Item onClick={onCut}>{i18n.t('Take the link away')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
