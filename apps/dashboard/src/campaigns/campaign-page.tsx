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
import { i18n } from '../text/i18n';

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
      title={campaign?.name ?? i18n.t('Campaign')}
      wide
      above={<ScreenLink to="/campaigns">{i18n.t('Campaigns')}</ScreenLink>}
      beside={campaign && <StatusBadge kind="campaign" state={campaign.status} />}
      actions={campaign && <Actions campaign={campaign} />}
    >
      <Loaded query={query}>
        {(data) => (
          <>
            {data.reason && (
              <Notice tone="bad" title={i18n.t('Waybill stopped the campaign: {reason}', { reason: data.reason })} />
            )}
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
    sayDone(mayCancel ? i18n.t('{name} is cancelled.', { name }) : i18n.t('{name} is deleted.', { name }));
    if (!mayCancel) go('/campaigns');
    await reload();
  };
  return (
    <>
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
        {i18n.t('Duplicate')}
      </Button>
      <Button variant="default" onClick={dialog.open}>
        {mayCancel ? i18n.t('Cancel it') : i18n.t('Delete')}
      </Button>
      <Confirm
        opened={asked}
        onClose={dialog.close}
        title={mayCancel ? i18n.t('Cancel the campaign') : i18n.t('Delete the campaign')}
        action={mayCancel ? i18n.t('Cancel the campaign') : i18n.t('Delete the campaign')}
        run={() => (mayCancel ? cancelCampaign(project, id) : deleteCampaign(project, id))}
        onDone={() => void leave()}
      >
        <p>
          {status === 'SENDING'
            ? i18n.t('{sentCount} emails have left and arrive. The others are not sent.', { sentCount })
            : mayCancel
              ? i18n.t('Nothing is sent.')
              : i18n.t('Emails that were sent stay listed.')}
        </p>
      </Confirm>
    </>
  );
}
