import { Button, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { oneOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { Notice } from '../parts/notice/notice';
import { Problem } from '../parts/problem/problem';
import { useProject } from '../session/project';
import { saveWords, useAutosave } from '../editor/use-autosave';
import { AudienceStep } from './audience-step';
import { campaignQuery, changeCampaign, type Campaign } from './campaign.queries';
import { contentChanges, contentOf } from './campaign-draft';
import { CheckStep } from './check-step';
import { ContentStep } from './content-step';
import { ScheduleStep } from './schedule-step';

const steps = ['content', 'audience', 'check', 'schedule'] as const;
const parse = (raw: RawSearch): { step: (typeof steps)[number] } => ({ step: oneOf(steps, raw['step']) ?? 'content' });
const titles = { content: '1. Content', audience: '2. Audience', check: '3. Check', schedule: '4. Schedule' };

/** A campaign before it is sent, in four steps; the content is saved while one types. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [{ step }, setState] = useAddressState(parse);
  const [draft, setDraft] = useState(() => contentOf(campaign));
  const [isHeld, setHeld] = useState(false);
  const save = async (): Promise<void> => {
    try {
      const stored = await changeCampaign(project, campaign, contentChanges(draft, campaign));
      queryClient.setQueryData(campaignQuery(project, campaign.id).queryKey, stored);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setHeld(true);
        await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns', campaign.id] });
      }
      throw error;
    }
  };
  const autosave = useAutosave(JSON.stringify(draft), JSON.stringify(contentOf(campaign)), isHeld, save);
  const takeTheirs = (): void => {
    setDraft(contentOf(campaign));
    setHeld(false);
  };
  const fields = autosave.error instanceof ApiError ? autosave.error.fields : [];
  const errorOf = (field: string) => fields.find((each) => each.field === field)?.message ?? null;
  return (
    <>
      {isHeld && <Conflict onMine={() => setHeld(false)} onTheirs={takeTheirs} />}
      {autosave.state === 'failed' && fields.length === 0 && <Problem error={autosave.error} />}
      <p role="status">{saveWords(autosave.state)}</p>
      <Tabs value={step} onChange={(value) => setState({ step: oneOf(steps, value) })} keepMounted={false}>
        <Tabs.List mb={24}>
          {steps.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {titles[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="content">
          <ContentStep
            draft={draft}
            onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            errorOf={errorOf}
          />
        </Tabs.Panel>
        <Tabs.Panel value="audience">
          <AudienceStep campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="check">
          <CheckStep campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="schedule">
          <ScheduleStep campaign={campaign} isSaved={autosave.state === 'saved'} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Conflict({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  return (
    <Notice
      tone="watch"
      title="The campaign was changed by somebody else meanwhile. What you typed is still here."
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
    />
  );
}
