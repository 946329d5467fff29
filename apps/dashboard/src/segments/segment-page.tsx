import { Button, Pagination, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { Confirm } from '../parts/confirm/confirm';
import { toCondition, toDraft, type ConditionDraft } from '../parts/condition/condition-draft';
import { CodeBlock, CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { formatNumber } from '../parts/format/format';
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
import { i18n } from '../text/i18n';

const pageControls = {
  first: i18n.t('first page'),
  previous: i18n.t('previous page'),
  next: i18n.t('next page'),
  last: i18n.t('last page'),
};

/** `P/segments/{id}`: what the segment is, and who is in it. */
export default function SegmentPage() {
  const query = useQuery(segmentQuery(useProject(), usePathPart('id')));
  const segment = query.data;
  return (
    <Page
      title={segment?.name ?? i18n.t('Segment')}
      above={<ScreenLink to="/segments">{i18n.t('Segments')}</ScreenLink>}
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
    sayDone(i18n.t('{name} is deleted.', { name }));
    go('/segments');
    void queryClient.invalidateQueries({ queryKey: [project.id, 'segments'], exact: true });
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {i18n.t('Delete')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Delete the segment')}
        action={i18n.t('Delete the segment')}
        run={() => deleteSegment(project, id)}
        onDone={leave}
      >
        <p>
          {i18n.t(
            'The contacts in it stay. A segment that a campaign, a workflow or another segment uses is not deleted.',
          )}
        </p>
      </Confirm>
    </>
  );
}

function SegmentDetail({ segment }: { segment: Segment }) {
  return (
    <>
      <Section title={i18n.t('Facts')}>
        <Facts
          facts={[
            [i18n.t('Contacts'), formatNumber(segment.memberCount)],
            [i18n.t('Counted'), <Moment at={segment.memberCountAt} none={i18n.t('not yet')} />],
            [
              i18n.t('Tracked'),
              segment.type === 'DYNAMIC' ? (segment.trackMembership ? i18n.t('yes, with events') : i18n.t('no')) : null,
            ],
            [i18n.t('Events'), segment.trackMembership ? `segment.${segment.slug}.entry and .exit` : null],
            [i18n.t('Segment id'), <CopyField value={segment.id} label={i18n.t('the segment id')} />],
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
    <Section title={i18n.t('Condition')}>
      {draft ? (
        <ConditionForm key={segment.updatedAt} segment={segment} initial={draft} />
      ) : (
        <>
          <Notice
            tone="neutral"
            title={i18n.t('This condition has parts that the builder cannot show. Change it with the API.')}
          />
          <CodeBlock code={JSON.stringify(segment.condition, null, 2)} label={i18n.t('Condition')} />
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
      sayDone(i18n.t('The condition is saved.'));
      await queryClient.invalidateQueries({ queryKey: [project.id, 'segments'] });
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  return (
    <>
      {isConflict ? (
        <Notice
          tone="watch"
          title={i18n.t('The segment was changed by somebody else meanwhile. What you built is still here.')}
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() => void queryClient.invalidateQueries({ queryKey: [project.id, 'segments', segment.id] })}
            >
              {i18n.t('Show theirs')}
            </Button>
          }
        />
      ) : (
        save.error && <Problem error={save.error} />
      )}
      <AudienceEditor draft={draft} onChange={setDraft} />
      {isTouched && (
        <Button mt={12} loading={save.isPending} onClick={() => save.mutate()}>
          {i18n.t('Save the condition')}
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
      sayDone(
        created > 0
          ? i18n.t('{added, plural, one {# contact} other {# contacts}} added, {created} of them new.', {
              added,
              created: formatNumber(created),
            })
          : i18n.t('{added, plural, one {# contact} other {# contacts}} added.', { added }),
      );
      await queryClient.invalidateQueries({ queryKey: [project.id, 'segments'] });
    },
  });
  return (
    <Section title={i18n.t('Add contacts')}>
      {add.error && <Problem error={add.error} />}
      <Textarea
        label={i18n.t('Email addresses')}
        description={i18n.t('One or more, at most 500 at once; contacts are made for addresses that have none')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button mt={12} disabled={emails.length === 0} loading={add.isPending} onClick={() => add.mutate()}>
        {emails.length === 0
          ? i18n.t('Add contacts')
          : i18n.t('Add {count, plural, one {# address} other {# addresses}}', { count: emails.length })}
      </Button>
    </Section>
  );
}

function Members({ segment }: { segment: Segment }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...membersQuery(useProject(), segment.id, page), placeholderData: keepPreviousData });
  return (
    <Section title={i18n.t('Contacts in it')}>
      <Loaded query={query}>
        {({ data, totalPages }) =>
          data.length === 0 ? (
            <p>{i18n.t('No contact is in it now.')}</p>
          ) : (
            <>
              <ul
                aria-label={i18n.t('Contacts in the segment')}
                style={{ overflowWrap: 'anywhere', lineHeight: '28px' }}
              >
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
                  getControlProps={(control) => ({ 'aria-label': pageControls[control] })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
