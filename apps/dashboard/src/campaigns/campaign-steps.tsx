import { Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { oneOf, useAddressState, type RawSearch } from '../parts/link/address-state';
import { Problem } from '../parts/problem/problem';
import { useProject } from '../session/project';
import { Conflict } from '../editor/conflict';
import { stableJson } from '../editor/document/design';
import { KeptNotice } from '../editor/kept-notice';
import { saveWords, useAutosave } from '../editor/use-autosave';
import { AudienceStep } from './audience-step';
import { campaignQuery, changeCampaign, type Campaign } from './campaign.queries';
import { contentChanges, contentOf, type ContentDraft } from './campaign-draft';
import { CheckStep } from './check-step';
import { ContentStep } from './content-step';
import { ScheduleStep } from './schedule-step';
import { i18n } from '../text/i18n';

const steps = ['content', 'audience', 'check', 'schedule'] as const;
const parse = (raw: RawSearch): { step: (typeof steps)[number] } => ({ step: oneOf(steps, raw['step']) ?? 'content' });
const titles = {
  content: i18n.t('1. Content'),
  audience: i18n.t('2. Audience'),
  check: i18n.t('3. Check'),
  schedule: i18n.t('4. Schedule'),
};

/**
 * The content of a campaign as it is typed, saved while one types. A version of the campaign whose content somebody else changed is
 * taken over while nothing is typed here; otherwise saving is refused, and held until one of the two is chosen.
 */
function useContentDraft(campaign: Campaign) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [base, setBase] = useState(campaign);
  const [draft, setDraft] = useState(() => contentOf(campaign));
  const [isHeld, setHeld] = useState(false);
  const [text, saved] = [stableJson(draft), stableJson(contentOf(base))];
  // What was just saved here may reach the list of queries a moment later.
  const isNewer = campaign.updatedAt > base.updatedAt;
  const isOther = isNewer && stableJson(contentOf(campaign)) !== saved;
  const take = (version: Campaign, isMine: boolean): void => {
    setBase(version);
    if (!isMine) setDraft(contentOf(version));
    setHeld(false);
  };
  if (isOther && text === saved) take(campaign, false);
  const save = async (): Promise<void> => {
    try {
      const stored = await changeCampaign(project, isNewer && !isOther ? campaign : base, contentChanges(draft, base));
      setBase(stored);
      queryClient.setQueryData(campaignQuery(project, campaign.id).queryKey, stored);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns', campaign.id] });
        setHeld(true);
      }
      throw error;
    }
  };
  const autosave = useAutosave({ id: campaign.id, draft: text, saved, isHeld, save });
  return { draft, setDraft, isHeld, take, saved, autosave };
}

/** A campaign before it is sent, in four steps; the content is saved while one types. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const [{ step }, setState] = useAddressState(parse);
  const { draft, setDraft, isHeld, take, saved, autosave } = useContentDraft(campaign);
  const fields = autosave.error instanceof ApiError ? autosave.error.fields : [];
  const errorOf = (field: string) => fields.find((each) => each.field === field)?.message ?? null;
  return (
    <>
      <KeptNotice
        id={campaign.id}
        saved={saved}
        onTake={(text) => setDraft({ ...draft, ...(JSON.parse(text) as Partial<ContentDraft>) })}
      />
      {isHeld && (
        <Conflict
          what="campaign"
          id={campaign.id}
          newer={campaign}
          onMine={() => take(campaign, true)}
          onTheirs={() => take(campaign, false)}
        />
      )}
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
