import { ActionIcon, Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { StepType } from '../workflow/workflow.queries';
import { stepKinds } from './step-words';

/** Kinds that can be added; the trigger is there from the beginning. */
const addable = (Object.keys(stepKinds) as StepType[]).filter((type) => type !== 'TRIGGER');

interface NewStepMenuProps {
  label: string;
  onAdd: (type: StepType) => void;
  /** A small plus instead of a button with words. */
  compact?: boolean;
}

/** Asks for the kind of a new step. */
export function NewStepMenu({ label, onAdd, compact = false }: NewStepMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        {compact ? (
          <ActionIcon variant="subtle" color="gray" size={24} aria-label={label}>
            <Plus size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} aria-label={label}>
            Add a step
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {addable.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {stepKinds[type]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
