import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Figure, Figures } from '../parts/figure/figure';
import { formatBytes, formatNumber } from '../parts/format/format';
import { Loaded } from '../parts/loaded/loaded';
import { Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { ToneBadge } from '../parts/status/status-badge';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { preflightQuery, testCampaign, type Campaign, type Preflight } from './campaign.queries';

/** The check of a start as it would be now, and a test to one address. */
export function CheckStep({ campaign }: { campaign: Campaign }) {
  const query = useQuery(preflightQuery(useProject(), campaign));
  return (
    <>
      <Section
        title="What a start would do now"
        aside={
          <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
            Check again
          </Button>
        }
      >
        <Loaded query={query}>{(preflight) => <Report preflight={preflight} />}</Loaded>
      </Section>
      <TestSend campaign={campaign} />
    </>
  );
}

function Report({ preflight }: { preflight: Preflight }) {
  const { included, excluded, problems, renders, messageBytes, expectedSeconds } = preflight;
  return (
    <>
      <Figures label="Recipients">
        <Figure
          name="Get it"
          value={formatNumber(included)}
          hint={`in about ${formatNumber(Math.ceil(expectedSeconds / 60))} min`}
        />
        <Figure name="Unsubscribed" value={formatNumber(excluded.unsubscribed)} />
        <Figure name="Suppressed" value={formatNumber(excluded.suppressed)} />
        <Figure name="Lack a field" value={formatNumber(excluded.missingField)} />
        <Figure name="Over the cap" value={formatNumber(excluded.cap)} />
        <Figure name="Size" value={formatBytes(messageBytes)} />
      </Figures>
      <h3>Problems</h3>
      {problems.length === 0 ? (
        <ToneBadge tone="good">No problem found</ToneBadge>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <h3>The first recipients</h3>
      <ul style={{ overflowWrap: 'anywhere' }}>
        {renders.map(({ email, subject, error }) => (
          <li key={email}>
            {email}: {error ?? subject}
          </li>
        ))}
      </ul>
    </>
  );
}

function TestSend({ campaign: { id } }: { campaign: Campaign }) {
  const project = useProject();
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: () => testCampaign(project, id, email.trim()),
    onSuccess: () => sayDone(`A test is on its way to ${email.trim()}.`),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Section title="Send a test">
      {send.error && <Problem error={send.error} />}
      <form onSubmit={submit}>
        <TextInput
          label="To"
          description="One email with [Test] before its subject"
          type="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button mt={12} type="submit" variant="default" disabled={email.trim() === ''} loading={send.isPending}>
          Send the test
        </Button>
      </form>
    </Section>
  );
}
