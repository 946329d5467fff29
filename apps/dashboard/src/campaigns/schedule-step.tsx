import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatMoment } from '../parts/format/format';
import { Loaded } from '../parts/loaded/loaded';
import { Notice } from '../parts/notice/notice';
import { Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { preflightQuery, sendCampaign, type Campaign } from './campaign.queries';
import { momentOf } from './campaign-draft';
import { i18n } from '../text/i18n';

/** Seconds in which a start can be taken back. */
const undoSeconds = 10;

/** Now or later; a start waits ten seconds for a second thought. */
export function ScheduleStep({ campaign, isSaved }: { campaign: Campaign; isSaved: boolean }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const preflight = useQuery(preflightQuery(project, campaign));
  const [isStarting, setStarting] = useState(false);
  const send = useMutation({
    mutationFn: (scheduledFor: string | null) => sendCampaign(project, campaign.id, scheduledFor),
    onSettled: () => setStarting(false),
    onSuccess: async (_answer, scheduledFor) => {
      sayDone(
        scheduledFor
          ? i18n.t('It is sent on {scheduledFor}.', { scheduledFor: formatMoment(scheduledFor) })
          : i18n.t('The campaign is being sent.'),
      );
      await queryClient.invalidateQueries({ queryKey: [project.id, 'campaigns'] });
    },
  });
  return (
    <Section title={i18n.t('When it is sent')}>
      {send.error && <Problem error={send.error} />}
      {campaign.scheduledAt && (
        <Notice
          tone="watch"
          title={i18n.t('It is scheduled for {scheduledAt}.', { scheduledAt: formatMoment(campaign.scheduledAt) })}
        />
      )}
      <Loaded query={preflight}>
        {({ included, problems }) =>
          isStarting ? (
            <Countdown onEnd={() => send.mutate(null)} onUndo={() => setStarting(false)} isSending={send.isPending} />
          ) : (
            <>
              {problems.length > 0 && (
                <p>
                  {i18n.t('The check found {count, plural, one {# problem} other {# problems}}.', {
                    count: problems.length,
                  })}
                </p>
              )}
              {!isSaved && <p role="status">{i18n.t('The content is not saved yet.')}</p>}
              <Button disabled={!isSaved || included === 0} onClick={() => setStarting(true)}>
                {i18n.t('Send to {included, plural, one {# person} other {# people}} now', { included })}
              </Button>
              <AtATime isSaved={isSaved} isSending={send.isPending} onSchedule={(at) => send.mutate(at)} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface AtATimeProps {
  isSaved: boolean;
  isSending: boolean;
  onSchedule: (at: string) => void;
}

function AtATime({ isSaved, isSending, onSchedule }: AtATimeProps) {
  const [local, setLocal] = useState('');
  const at = momentOf(local);
  return (
    <Group mt={24} gap={8} align="flex-end">
      <TextInput
        label={i18n.t('Or at a time')}
        description={i18n.t('In the zone of this browser, {timeZone}', {
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        })}
        type="datetime-local"
        value={local}
        onChange={(event) => setLocal(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={!isSaved || at === null}
        loading={isSending}
        onClick={() => at !== null && onSchedule(at)}
      >
        {i18n.t('Schedule it')}
      </Button>
    </Group>
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
      title={left > 0 ? i18n.t('Sending begins in {left} s.', { left }) : i18n.t('Sending begins.')}
      action={
        <Button variant="default" disabled={left === 0 || isSending} onClick={onUndo}>
          {i18n.t('Undo')}
        </Button>
      }
    />
  );
}
