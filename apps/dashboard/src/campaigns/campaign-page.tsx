import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../parts/confirm/confirm';
import { usePathPart } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { useLive } from '../parts/live/live';
import { Notice } from '../parts/notice/notice';
import { Page } from '../parts/page/page';
import { StatusBadge } from '../parts/status/status-badge';
import { sayDone, sayFailed } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { cancelCampaign, campaignQuery, deleteCampaign, duplicateCampaign, type Campaign } from './campaign.queries';
import { CampaignProgress } from './campaign-progress';
import { CampaignSteps } from './campaign-steps';

/** `P/campaigns/{id}`: content, audience, check and schedule; after the start progress and figures. */
export default function CampaignPage() {
  const project = useProject();
  const queryClient = useQueryClient();
  const id = usePathPart('id');
  const query = useQuery(campaignQuery(project, id));
  const campaign = query.data;
  const isSending = campaign?.status === 'SENDING';
  useLive(project.id, isSending, () => void queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns', id] }));
  return (
    <Page
      title={campaign?.name ?? 'Campaign'}
      wide
      above={<ScreenLink to="/campaigns">Campaigns</ScreenLink>}
      beside={campaign && <StatusBadge kind="campaign" state={campaign.status} />}
      actions={campaign && <Actions campaign={campaign} />}
    >
      <Loaded query={query}>
        {(data) => (
          <>
            {data.reason && <Notice tone="bad" title={`Waybill stopped the campaign: ${data.reason}`} />}
            {data.status === 'DRAFT' || data.status === 'SCHEDULED' ? (
              <CampaignSteps key={data.id} campaign={data} />
            ) : (
              <CampaignProgress campaign={data} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ campaign: { id, name, status, sentCount } }: { campaign: Campaign }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [asked, dialog] = useDisclosure();
  const reload = () => queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns'] });
  const copy = useMutation({
    mutationFn: () => duplicateCampaign(project, id),
    onError: sayFailed,
    onSuccess: async (made) => {
      await reload();
      go(`/campaigns/${made.id}`);
    },
  });
  const mayCancel = status === 'SCHEDULED' || status === 'SENDING';
  const leave = async (): Promise<void> => {
    sayDone(mayCancel ? `${name} is cancelled.` : `${name} is deleted.`);
    if (!mayCancel) go('/campaigns');
    await reload();
  };
  return (
    <>
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
        Duplicate
      </Button>
      <Button variant="default" onClick={dialog.open}>
        {mayCancel ? 'Cancel it' : 'Delete'}
      </Button>
      <Confirm
        opened={asked}
        onClose={dialog.close}
        title={mayCancel ? 'Cancel the campaign' : 'Delete the campaign'}
        action={mayCancel ? 'Cancel the campaign' : 'Delete the campaign'}
        run={() => (mayCancel ? cancelCampaign(project, id) : deleteCampaign(project, id))}
        onDone={() => void leave()}
      >
        <p>
          {status === 'SENDING'
            ? `${sentCount} emails have left and arrive. The others are not sent.`
            : mayCancel
              ? 'Nothing is sent.'
              : 'Emails that were sent stay listed.'}
        </p>
      </Confirm>
    </>
  );
}
