import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { countOf, formatMoment, formatNumber } from '../parts/format/format';
import { Loaded } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { preflightQuery, sendCampaign, type Campaign } from './campaign.queries';
import { momentOf } from './campaign-draft';

/** Seconds in which a start can be taken back. */
const undoSeconds = 10;

/** Now or later; a start waits ten seconds for a second thought. */
export function ScheduleStep({ campaign, isSaved }: { campaign: Campaign; isSaved: boolean }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const preflight = useQuery(preflightQuery(project, campaign));
  const [local, setLocal] = useState('');
  const [isStarting, setStarting] = useState(false);
  const send = useMutation({
    mutationFn: (scheduledFor: string | null) => sendCampaign(project, campaign.id, scheduledFor),
    onSettled: () => setStarting(false),
    onSuccess: async (_answer, scheduledFor) => {
      sayDone(scheduledFor ? `It is sent on ${formatMoment(scheduledFor)}.` : 'The campaign is being sent.');
      await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns'] });
    },
  });
  const at = momentOf(local);
  return (
    <Section title="When it is sent">
      {send.error && <Problem error={send.error} />}
      {campaign.scheduledAt && (
        <Notice tone="watch" title={`It is scheduled for ${formatMoment(campaign.scheduledAt)}.`} />
      )}
      <Loaded query={preflight}>
        {({ included, problems }) =>
          isStarting ? (
            <Countdown onEnd={() => send.mutate(null)} onUndo={() => setStarting(false)} isSending={send.isPending} />
          ) : (
            <>
              {problems.length > 0 && <p>The check found {countOf(problems.length, 'problem')}.</p>}
              {!isSaved && <p role="status">The content is not saved yet.</p>}
              <Button disabled={!isSaved || included === 0} onClick={() => setStarting(true)}>
                Send to {formatNumber(included)} {included === 1 ? 'person' : 'people'} now
              </Button>
              <Group mt={24} gap={8} align="flex-end">
                <TextInput
                  label="Or at a time"
                  description={`In the zone of this browser, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
                  type="datetime-local"
                  value={local}
                  onChange={(event) => setLocal(event.currentTarget.value)}
                />
                <Button
                  variant="default"
                  disabled={!isSaved || at === null}
                  loading={send.isPending}
                  onClick={() => send.mutate(at)}
                >
                  Schedule it
                </Button>
              </Group>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface CountdownProps {
  isSending: boolean;
  onEnd: () => void;
  onUndo: () => void;
}

function Countdown({ isSending, onEnd, onUndo }: CountdownProps) {
  const [left, setLeft] = useState(undoSeconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (left === 0) return end();
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Notice
      tone="watch"
      title={left > 0 ? `Sending begins in ${left} s.` : 'Sending begins.'}
      action={
        <Button variant="default" disabled={left === 0 || isSending} onClick={onUndo}>
          Undo
        </Button>
      }
    />
  );
}
