import { Button, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../parts/confirm/confirm';
import { CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { usePathPart } from '../parts/link/address-state';
import { ButtonLink, ScreenLink, useGo } from '../parts/link/screen-link';
import { Loaded } from '../parts/loaded/loaded';
import { Moment } from '../parts/moment/moment';
import { Page, Section } from '../parts/page/page';
import { Problem } from '../parts/problem/problem';
import { StatusBadge, ToneBadge } from '../parts/status/status-badge';
import { sayDone } from '../parts/toast/toast';
import { Waybill } from '../parts/waybill/waybill';
import { useProject } from '../session/project';
import { ContactDataForm } from './contact-data-form';
import { storyEntry, upcomingEntry } from './contact-story';
import {
  changeContact,
  contactEventsQuery,
  contactQuery,
  deleteContact,
  upcomingQuery,
  type Contact,
} from './contact.queries';
import classes from './contact-page.module.css';
import { i18n } from '../text/i18n';

/** `P/contacts/{id}`: who it is, what happened, what comes next. */
export default function ContactPage() {
  const query = useQuery(contactQuery(useProject(), usePathPart('id')));
  const contact = query.data;
  return (
    <Page
      title={contact?.email ?? i18n.t('Contact')}
      above={<ScreenLink to="/contacts">{i18n.t('Contacts')}</ScreenLink>}
      beside={contact && <Subscription contact={contact} />}
      actions={contact && <Actions contact={contact} />}
    >
      <Loaded query={query}>{(data) => <ContactDetail contact={data} />}</Loaded>
    </Page>
  );
}

function Subscription({ contact: { subscribed, suppression } }: { contact: Contact }) {
  if (suppression)
    return <ToneBadge tone="bad">{i18n.t('Suppressed: {reason}', { reason: suppression.reason })}</ToneBadge>;
  return <StatusBadge kind="subscription" state={subscribed} />;
}

function Actions({ contact: { id, email } }: { contact: Contact }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const go = useGo();
  const [isAsked, dialog] = useDisclosure();
  const leave = (): void => {
    sayDone(i18n.t('{email} is deleted.', { email }));
    go('/contacts');
    void queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] });
  };
  return (
    <>
      <ButtonLink to="/emails" search={{ contactId: id }} variant="default">
        {i18n.t('Emails')}
      </ButtonLink>
      <Button variant="default" onClick={dialog.open}>
        {i18n.t('Delete')}
      </Button>
      <Confirm
        opened={isAsked}
        onClose={dialog.close}
        title={i18n.t('Delete the contact')}
        action={i18n.t('Delete the contact')}
        run={() => deleteContact(project, id)}
        onDone={leave}
      >
        <p>
          {i18n.t('The data and the events of {email} are deleted as well. Emails stay listed without the address.', {
            email,
          })}
        </p>
      </Confirm>
    </>
  );
}

function ContactDetail({ contact }: { contact: Contact }) {
  const project = useProject();
  const story = useQuery(contactEventsQuery(project, contact.id));
  const upcoming = useQuery(upcomingQuery(project, contact.id));
  return (
    <div className={classes['columns']}>
      <div>
        <Section title={i18n.t('Facts')}>
          <Facts
            facts={[
              [i18n.t('Added'), <Moment at={contact.createdAt} />],
              [i18n.t('Changed'), <Moment at={contact.updatedAt} />],
              [i18n.t('Suppressed'), contact.suppression && <Moment at={contact.suppression.since} />],
              [i18n.t('Contact id'), <CopyField value={contact.id} label={i18n.t('the contact id')} />],
            ]}
          />
          <SubscriptionSwitch contact={contact} />
        </Section>
        <Section title={i18n.t('Data')}>
          <ContactDataForm contact={contact} />
        </Section>
      </div>
      <div>
        <Section title={i18n.t('What comes next')}>
          <Loaded query={upcoming}>
            {({ data }) => (
              <Waybill
                label={i18n.t('What comes next')}
                entries={data.map(upcomingEntry)}
                none={i18n.t('Nothing is due in 30 days.')}
              />
            )}
          </Loaded>
        </Section>
        <Section title={i18n.t('Story')}>
          <Loaded query={story}>
            {({ data }) => <Waybill label={i18n.t('Story of the contact')} entries={data.map(storyEntry)} />}
          </Loaded>
        </Section>
      </div>
    </div>
  );
}

function SubscriptionSwitch({ contact }: { contact: Contact }) {
  const project = useProject();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (subscribed: boolean) => changeContact(project, contact, { subscribed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [project.id, 'contacts'] }),
  });
  return (
    <>
      {change.error && <Problem error={change.error} />}
      <Switch
        mt={12}
        label={i18n.t('Subscribed: gets campaigns')}
        checked={contact.subscribed}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </>
  );
}
