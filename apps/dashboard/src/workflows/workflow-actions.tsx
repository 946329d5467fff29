import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../parts/confirm/confirm';
import { useGo } from '../parts/link/screen-link';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changeWorkflow, deleteWorkflow, workflowQuery, type Workflow } from './workflow/workflow.queries';
import { i18n } from '../text/i18n';

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
      sayDone(enabled ? i18n.t('{name} starts no more executions.', { name }) : i18n.t('{name} is enabled.', { name }));
    },
    onError: sayFailed,
  });
  const deleted = (): void => {
    sayDone(i18n.t('{name} is deleted.', { name }));
    go('/workflows');
    void queryClient.invalidateQueries({ queryKey: [project.id, 'workflows', 'list'] });
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {i18n.t('Delete')}
      </Button>
      <Button variant={enabled ? 'default' : 'filled'} loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {enabled ? i18n.t('Disable') : i18n.t('Enable')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Delete {name}?', { name })}
        action={i18n.t('Delete the workflow')}
        run={() => deleteWorkflow(project, id)}
        onDone={deleted}
      >
        <p>
          {i18n.t('Its {count, plural, one {# step} other {# steps}} and its executions are deleted with it.', {
            count: workflow.steps.length,
          })}
        </p>
      </Confirm>
    </>
  );
}
