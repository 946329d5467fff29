import { Button, Select } from '@mantine/core';
import { LayoutGrid, Redo2, Search, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { tidy } from './graph/graph-edit';
import type { GraphEdits } from './graph/use-graph-edits';
import { stepKinds, stepWords } from './step/step-words';
import type { Workflow } from './workflow/workflow.queries';
import classes from './graph-tab.module.css';
import { i18n } from '../text/i18n';

interface GraphBarProps {
  workflow: Workflow;
  history: GraphEdits;
  /** A step that was looked for by its words. */
  onFound: (stepId: string) => void;
  /** The choice of the view. */
  children: ReactNode;
}

/** Above the steps: the view, the history, and the search for a step. */
export function GraphBar({ workflow, history, onFound, children }: GraphBarProps) {
  const { undo, redo, canUndo, canRedo } = history;
  const steps = workflow.steps.map((step) => {
    return { value: step.id, label: `${stepKinds[step.type]}: ${step.name}. ${stepWords(step, workflow)}` };
  });
  return (
    <div className={classes['bar']}>
      {children}
      <Button.Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<Undo2 size={14} aria-hidden />}
          disabled={!canUndo}
          onClick={undo}
        >
          {i18n.t('Undo')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Redo2 size={14} aria-hidden />}
          disabled={!canRedo}
          onClick={redo}
        >
          {i18n.t('Redo')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<LayoutGrid size={14} aria-hidden />}
          onClick={() => void history.edit(tidy)}
        >
          {i18n.t('Tidy')}
        </Button>
      </Button.Group>
      <Select
        className={classes['find']}
        size="xs"
        aria-label={i18n.t('Find a step')}
        placeholder={i18n.t('Find a step')}
        leftSection={<Search size={14} aria-hidden />}
        data={steps}
        value={null}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={i18n.t('No step has these words')}
        maxDropdownHeight={280}
        comboboxProps={{ width: 320, position: 'bottom-start' }}
        data-search
        onChange={(id) => id !== null && onFound(id)}
      />
    </div>
  );
}
