import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../parts/confirm/confirm';
import { countOf } from '../parts/format/format';
import { useGo } from '../parts/link/screen-link';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changeWorkflow, deleteWorkflow, workflowQuery, type Workflow } from './workflow/workflow.queries';

/** Enable or disable, and delete. */
export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [isAsked, dialog] = useDisclosure();
  const { id, name, enabled } = workflow;
  const toggle = useMutation({
    mutationFn: () => changeWorkflow(project, id, { enabled: !enabled }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(workflowQuery(project, id));
      sayDone(enabled ? `${name} starts no more executions.` : `${name} is enabled.`);
    },
    onError: sayFailed,
  });
  const deleted = (): void => {
    sayDone(`${name} is deleted.`);
    go('/workflows');
    void queryClient.invalidateQueries({ queryKey: [project.id, 'workflows', 'list'] });
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Delete
      </Button>
      <Button variant={enabled ? 'default' : 'filled'} loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {enabled ? 'Disable' : 'Enable'}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={`Delete ${name}?`}
        action="Delete the workflow"
        run={() => deleteWorkflow(project, id)}
        onDone={deleted}
      >
        <p>Its {countOf(workflow.steps.length, 'step')} and its executions are deleted with it.</p>
      </Confirm>
    </>
  );
}
