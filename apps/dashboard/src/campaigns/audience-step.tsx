import { Button, NativeSelect, Radio } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { bodyOf } from '../api/client';
import { ConditionBuilder } from '../parts/condition/condition-builder';
import { formatNumber } from '../parts/format/format';
import { Notice } from '../parts/notice/notice';
import { Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changeCampaign, segmentsQuery, type Campaign } from './campaign.queries';
import { audienceChange, audienceOf } from './campaign-draft';
import { i18n } from '../text/i18n';

/** The audience of the campaign: all contacts, a segment, or a condition of its own. */
export function AudienceStep({ campaign }: { campaign: Campaign }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => audienceOf(campaign));
  const change = audienceChange(draft);
  const save = useMutation({
    mutationFn: () => changeCampaign(project, campaign, change ?? {}),
    onSuccess: async (stored) => {
      sayDone(
        i18n.t('The audience has {totalRecipients, plural, one {# contact} other {# contacts}} now.', {
          totalRecipients: stored.totalRecipients,
        }),
      );
      await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns'] });
    },
  });
  return (
    <Section title={i18n.t('Audience')}>
      {save.error && <Problem error={save.error} />}
      <Radio.Group
        label={i18n.t('Who gets it')}
        description={i18n.t('Only subscribed contacts whose address is not suppressed, whatever is chosen')}
        value={draft.type}
        onChange={(type) => setDraft({ ...draft, type: type as Campaign['audienceType'], isOpaque: false })}
      >
        <Radio mt={8} value="ALL" label={i18n.t('All contacts')} />
        <Radio mt={8} value="SEGMENT" label={i18n.t('A segment')} />
        <Radio mt={8} value="FILTERED" label={i18n.t('A condition of this campaign')} />
      </Radio.Group>
      {draft.type === 'SEGMENT' && (
        <SegmentChoice value={draft.segmentId} onChange={(segmentId) => setDraft({ ...draft, segmentId })} />
      )}
      {draft.type === 'FILTERED' &&
        (draft.isOpaque ? (
          <Notice
            tone="neutral"
            title={i18n.t('This condition has parts that the builder cannot show. Change it with the API.')}
          />
        ) : (
          <OwnCondition draft={draft.condition} onChange={(condition) => setDraft({ ...draft, condition })} />
        ))}
      <Button mt={16} disabled={change === null} loading={save.isPending} onClick={() => save.mutate()}>
        {i18n.t('Save the audience')}
      </Button>
      <p>
        {i18n.t(
          'It had {totalRecipients, plural, one {# contact} other {# contacts}} when it was saved; the check counts them anew.',
          { totalRecipients: campaign.totalRecipients },
        )}
      </p>
    </Section>
  );
}

type OwnConditionProps = Omit<ComponentProps<typeof ConditionBuilder>, 'fields'>;

function OwnCondition(props: OwnConditionProps) {
  const project = useProject();
  const fields = useQuery({
    queryKey: [project.id, 'contact-fields'],
    queryFn: ({ signal }) => bodyOf(project.api.GET('/contacts/fields', { signal })),
  });
  return (
    <div style={{ marginTop: 12 }}>
      <ConditionBuilder {...props} fields={fields.data?.fields.map(({ field }) => field) ?? []} />
    </div>
  );
}

function SegmentChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const segments = useQuery(segmentsQuery(useProject()));
  const choices = (segments.data ?? []).map(({ id, name, memberCount }) => ({
    value: id,
    label: `${name} (${formatNumber(memberCount)})`,
  }));
  return (
    <NativeSelect
      mt={12}
      label={i18n.t('Segment')}
      data={[{ value: '', label: i18n.t('Choose a segment') }, ...choices]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
