import { Button, NativeSelect, Radio } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf } from '../api/client';
import { ConditionBuilder } from '../parts/condition/condition-builder';
import { countOf, formatNumber } from '../parts/format/format';
import { Notice } from '../parts/notice/notice';
import { Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { changeCampaign, segmentsQuery, type Campaign } from './campaign.queries';
import { audienceChange, audienceOf } from './campaign-draft';

/** The audience of the campaign: all contacts, a segment, or a condition of its own. */
export function AudienceStep({ campaign }: { campaign: Campaign }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => audienceOf(campaign));
  const fields = useQuery({
    queryKey: [project.id, 'contact-fields'],
    queryFn: ({ signal }) => bodyOf(project.api.GET('/contacts/fields', { signal })),
  });
  const change = audienceChange(draft);
  const save = useMutation({
    mutationFn: () => changeCampaign(project, campaign, change ?? {}),
    onSuccess: async (stored) => {
      sayDone(`The audience has ${countOf(stored.totalRecipients, 'contact')} now.`);
      await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns'] });
    },
  });
  return (
    <Section title="Audience">
      {save.error && <Problem error={save.error} />}
      <Radio.Group
        label="Who gets it"
        description="Only subscribed contacts whose address is not suppressed, whatever is chosen"
        value={draft.type}
        onChange={(type) => setDraft({ ...draft, type: type as Campaign['audienceType'], isOpaque: false })}
      >
        <Radio mt={8} value="ALL" label="All contacts" />
        <Radio mt={8} value="SEGMENT" label="A segment" />
        <Radio mt={8} value="FILTERED" label="A condition of this campaign" />
      </Radio.Group>
      {draft.type === 'SEGMENT' && (
        <SegmentChoice value={draft.segmentId} onChange={(segmentId) => setDraft({ ...draft, segmentId })} />
      )}
      {draft.type === 'FILTERED' &&
        (draft.isOpaque ? (
          <Notice
            tone="neutral"
            title="This condition has parts that the builder cannot show. Change it with the API."
          />
        ) : (
          <div style={{ marginTop: 12 }}>
            <ConditionBuilder
              draft={draft.condition}
              onChange={(condition) => setDraft({ ...draft, condition })}
              fields={fields.data?.fields.map(({ field }) => field) ?? []}
            />
          </div>
        ))}
      <Button mt={16} disabled={change === null} loading={save.isPending} onClick={() => save.mutate()}>
        Save the audience
      </Button>
      <p>It had {countOf(campaign.totalRecipients, 'contact')} when it was saved; the check counts them anew.</p>
    </Section>
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
      label="Segment"
      data={[{ value: '', label: 'Choose a segment' }, ...choices]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
