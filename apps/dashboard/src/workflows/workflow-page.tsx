import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { oneOf, textOf, useAddressState, usePathPart, type RawSearch } from '../parts/link/address-state';
import { ScreenLink } from '../parts/link/screen-link';
import { Later, Loaded, SkeletonLines } from '../parts/loaded/loaded';
import { Page } from '../parts/page/page';
import { StatusBadge } from '../parts/status/status-badge';
import { useProject } from '../session/project';
import { GraphTab } from './graph-tab';
import { WorkflowActions } from './workflow-actions';
import { workflowQuery, type Workflow } from './workflow/workflow.queries';
import { WorkflowProblems } from './workflow-problems-list';
import { i18n } from '../text/i18n';

const ExecutionsTab = lazy(async () => ({ default: (await import('./execution/executions-tab')).ExecutionsTab }));
const SimulateTab = lazy(async () => ({ default: (await import('./simulate/simulate-tab')).SimulateTab }));
const WorkflowSettings = lazy(async () => ({ default: (await import('./workflow-settings')).WorkflowSettings }));

const tabs = ['steps', 'executions', 'simulate', 'settings'] as const;
const stateOf = (raw: RawSearch) => ({ tab: oneOf(tabs, raw['tab']) ?? 'steps', step: textOf(raw['step']) });

/** `P/workflows/{id}`: the graph with its figures, the executions, a simulation, the settings. */
export default function WorkflowPage() {
  const id = usePathPart('id');
  const query = useQuery(workflowQuery(useProject(), id));
  if (query.data) return <WorkflowDetail workflow={query.data} />;
  return (
    <Page title={i18n.t('Workflow')} above={<ScreenLink to="/workflows">{i18n.t('Workflows')}</ScreenLink>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function WorkflowDetail({ workflow }: { workflow: Workflow }) {
  const [{ tab, step }, change] = useAddressState<{ tab: (typeof tabs)[number]; step?: string }>(stateOf);
  return (
    <Page
      title={workflow.name}
      wide
      above={<ScreenLink to="/workflows">{i18n.t('Workflows')}</ScreenLink>}
      beside={<StatusBadge kind="workflow" state={workflow.enabled} />}
      actions={<WorkflowActions workflow={workflow} />}
    >
      <WorkflowProblems workflow={workflow} onChoose={(id) => change({ tab: 'steps', step: id })} />
      <Tabs value={tab} onChange={(value) => change({ tab: oneOf(tabs, value) })} keepMounted={false}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="steps">{i18n.t('Steps')}</Tabs.Tab>
          <Tabs.Tab value="executions">{i18n.t('Executions')}</Tabs.Tab>
          <Tabs.Tab value="simulate">{i18n.t('Simulate')}</Tabs.Tab>
          <Tabs.Tab value="settings">{i18n.t('Settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <GraphTab workflow={workflow} chosen={step ?? null} onChoose={(id) => change({ step: id ?? undefined })} />
        </Tabs.Panel>
        <Suspense
          fallback={
            <Later>
              <SkeletonLines />
            </Later>
          }
        >
          <Tabs.Panel value="executions">
            <ExecutionsTab workflow={workflow} />
          </Tabs.Panel>
          <Tabs.Panel value="simulate">
            <SimulateTab workflow={workflow} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <WorkflowSettings workflow={workflow} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </Page>
  );
}
