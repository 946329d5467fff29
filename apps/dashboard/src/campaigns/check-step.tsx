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
import { i18n } from '../text/i18n';

/** The check of a start as it would be now, and a test to one address. */
export function CheckStep({ campaign }: { campaign: Campaign }) {
  const query = useQuery(preflightQuery(useProject(), campaign));
  return (
    <>
      <Section
        title={i18n.t('What a start would do now')}
        aside={
          <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
            {i18n.t('Check again')}
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
      <Figures label={i18n.t('Recipients')}>
        <Figure
          name={i18n.t('Get it')}
          value={formatNumber(included)}
          hint={i18n.t('in about {expectedSeconds} min', {
            expectedSeconds: formatNumber(Math.ceil(expectedSeconds / 60)),
          })}
        />
        <Figure name={i18n.t('Unsubscribed')} value={formatNumber(excluded.unsubscribed)} />
        <Figure name={i18n.t('Suppressed')} value={formatNumber(excluded.suppressed)} />
        <Figure name={i18n.t('Lack a field')} value={formatNumber(excluded.missingField)} />
        <Figure name={i18n.t('Over the cap')} value={formatNumber(excluded.cap)} />
        <Figure name={i18n.t('Size')} value={formatBytes(messageBytes)} />
      </Figures>
      <h3>{i18n.t('Problems')}</h3>
      {problems.length === 0 ? (
        <ToneBadge tone="good">{i18n.t('No problem found')}</ToneBadge>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <h3>{i18n.t('The first recipients')}</h3>
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
    onSuccess: () => sayDone(i18n.t('A test is on its way to {email}.', { email: email.trim() })),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Section title={i18n.t('Send a test')}>
      {send.error && <Problem error={send.error} />}
      <form onSubmit={submit}>
        <TextInput
          label={i18n.t('To')}
          description={i18n.t('One email with [Test] before its subject')}
          type="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button mt={12} type="submit" variant="default" disabled={email.trim() === ''} loading={send.isPending}>
          {i18n.t('Send the test')}
        </Button>
      </form>
    </Section>
  );
}
