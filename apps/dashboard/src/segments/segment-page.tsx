import { Button, Pagination, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { Confirm } from '../parts/confirm/confirm';
import { toCondition, toDraft, type ConditionDraft } from '../parts/condition/condition-draft';
import { CodeBlock, CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { countOf, formatNumber } from '../parts/format/format';
import { usePathPart } from '../parts/link/address-state';
import { ScreenLink, useGo } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Notice } from '../parts/notice/notice';
import { Page, Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { AudienceEditor } from './audience-editor';
import { addMembers, changeSegment, deleteSegment, membersQuery, segmentQuery, type Segment } from './segment.queries';

/** `P/segments/{id}`: what the segment is, and who is in it. */
export default function SegmentPage() {
  const query = useQuery(segmentQuery(useProject(), usePathPart('id')));
  const segment = query.data;
  return (
    <Page
      title={segment?.name ?? 'Segment'}
      above={<ScreenLink to="/segments">Segments</ScreenLink>}
      actions={segment && <Actions segment={segment} />}
    >
      <Loaded query={query}>{(data) => <SegmentDetail segment={data} />}</Loaded>
    </Page>
  );
}

function Actions({ segment: { id, name } }: { segment: Segment }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [isAsked, dialog] = useDisclosure();
  const leave = (): void => {
    sayDone(`${name} is deleted.`);
    go('/segments');
    void queryClient.invalidateQueries({ queryKey: [project.id, 'segments'], exact: true });
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Delete
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title="Delete the segment"
        action="Delete the segment"
        run={() => deleteSegment(project, id)}
        onDone={leave}
      >
        <p>The contacts in it stay. A segment that a campaign, a workflow or another segment uses is not deleted.</p>
      </Confirm>
    </>
  );
}

function SegmentDetail({ segment }: { segment: Segment }) {
  return (
    <>
      <Section title="Facts">
        <Facts
          facts={[
            ['Contacts', formatNumber(segment.memberCount)],
            ['Counted', <Moment at={segment.memberCountAt} none="not yet" />],
            ['Tracked', segment.type === 'DYNAMIC' ? (segment.trackMembership ? 'yes, with events' : 'no') : null],
            ['Events', segment.trackMembership ? `segment.${segment.slug}.entry and .exit` : null],
            ['Segment id', <CopyField value={segment.id} label="the segment id" />],
          ]}
        />
      </Section>
      {segment.type === 'DYNAMIC' ? <ConditionSection segment={segment} /> : <AddMembers segment={segment} />}
      <Members segment={segment} />
    </>
  );
}

function ConditionSection({ segment }: { segment: Segment }) {
  const draft = toDraft(segment.condition);
  return (
    <Section title="Condition">
      {draft ? (
        <ConditionForm key={segment.updatedAt} segment={segment} initial={draft} />
      ) : (
        <>
          <Notice
            tone="neutral"
            title="This condition has parts that the builder cannot show. Change it with the API."
          />
          <CodeBlock code={JSON.stringify(segment.condition, null, 2)} label="Condition" />
        </>
      )}
    </Section>
  );
}

function ConditionForm({ segment, initial }: { segment: Segment; initial: ConditionDraft }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const isTouched = JSON.stringify(toCondition(draft)) !== JSON.stringify(toCondition(initial));
  const save = useMutation({
    mutationFn: () => changeSegment(project, segment, { condition: toCondition(draft) }),
    onSuccess: async () => {
      sayDone('The condition is saved.');
      await queryClient.invalidateQueries({ queryKey: [project.id, 'segments'] });
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  return (
    <>
      {isConflict ? (
        <Notice
          tone="watch"
          title="The segment was changed by somebody else meanwhile. What you built is still here."
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() => void queryClient.invalidateQueries({ queryKey: [project.id, 'segments', segment.id] })}
            >
              Show theirs
            </Button>
          }
        />
      ) : (
        save.error && <Problem error={save.error} />
      )}
      <AudienceEditor draft={draft} onChange={setDraft} />
      {isTouched && (
        <Button mt={12} loading={save.isPending} onClick={() => save.mutate()}>
          Save the condition
        </Button>
      )}
    </>
  );
}

function AddMembers({ segment }: { segment: Segment }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const emails = text.split(/[\s,;]+/).filter(Boolean);
  const add = useMutation({
    mutationFn: () => addMembers(project, segment.id, emails),
    onSuccess: async ({ added, created }) => {
      setText('');
      sayDone(`${countOf(added, 'contact')} added${created > 0 ? `, ${formatNumber(created)} of them new` : ''}.`);
      await queryClient.invalidateQueries({ queryKey: [project.id, 'segments'] });
    },
  });
  return (
    <Section title="Add contacts">
      {add.error && <Problem error={add.error} />}
      <Textarea
        label="Email addresses"
        description="One or more, at most 500 at once; contacts are made for addresses that have none"
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button mt={12} disabled={emails.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
        {emails.length === 0 ? 'Add contacts' : `Add ${countOf(emails.length, 'address', 'addresses')}`}
      </Button>
    </Section>
  );
}

function Members({ segment }: { segment: Segment }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...membersQuery(useProject(), segment.id, page), placeholderData: keepPreviousData });
  return (
    <Section title="Contacts in it">
      <Loaded query={query}>
        {({ data, totalPages }) =>
          data.length === 0 ? (
            <p>No contact is in it now.</p>
          ) : (
            <>
              <ul aria-label="Contacts in the segment" style={{ overflowWrap: 'anywhere', lineHeight: '28px' }}>
                {data.map(({ id, email }) => (
                  <li key={id}>
                    <ScreenLink to={`/contacts/${id}`}>{email}</ScreenLink>
                  </li>
                ))}
              </ul>
              {totalPages > 1 && (
                <Pagination
                  size="sm"
                  total={Math.min(totalPages, 500)}
                  value={page}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
