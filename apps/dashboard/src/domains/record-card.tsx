import { CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { StatusBadge } from '../parts/status/status-badge';
import type { DomainRecord } from './domain.queries';
import classes from './record-card.module.css';
import { i18n } from '../text/i18n';

/** The use of a record, in words. */
const purposes: Record<DomainRecord['purpose'], string> = {
  OWNERSHIP: i18n.t('Proves that the domain is yours'),
  DKIM: i18n.t('Signs your emails (DKIM)'),
  RETURN_PATH_MX: i18n.t('Takes bounces'),
  RETURN_PATH_SPF: i18n.t('Allows us to send (SPF)'),
  DMARC: i18n.t('Tells receivers what to do with forged mail (DMARC)'),
  INBOUND_MX: i18n.t('Receives email for the domain'),
};

/** One DNS record: what it is for, what to enter, and what the last check found. */
export function RecordCard({ record }: { record: DomainRecord }) {
  const { purpose, type, name, value, priority, status } = record;
  return (
    <article className={classes['card']} aria-label={purposes[purpose]}>
      <div className={classes['head']}>
        <h3 className={classes['title']}>{purposes[purpose]}</h3>
        <StatusBadge kind="record" state={status} />
      </div>
      <Facts
        facts={[
          [i18n.t('Type'), type],
          [i18n.t('Name'), <CopyField key="name" value={name} label={i18n.t('the name')} />],
          [i18n.t('Value'), <CopyField key="value" value={value} label={i18n.t('the value')} />],
          [i18n.t('Priority'), priority === undefined ? null : String(priority)],
        ]}
      />
    </article>
  );
}
