import { CopyField } from '../parts/copy/copy';
import { Facts } from '../parts/facts/facts';
import { StatusBadge } from '../parts/status/status-badge';
import type { DomainRecord } from './domain.queries';
import classes from './record-card.module.css';

/** The use of a record, in words. */
const purposes: Record<DomainRecord['purpose'], string> = {
  OWNERSHIP: 'Proves that the domain is yours',
  DKIM: 'Signs your emails (DKIM)',
  RETURN_PATH_MX: 'Takes bounces',
  RETURN_PATH_SPF: 'Allows us to send (SPF)',
  DMARC: 'Tells receivers what to do with forged mail (DMARC)',
  INBOUND_MX: 'Receives email for the domain',
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
          ['Type', type],
          ['Name', <CopyField key="name" value={name} label="the name" />],
          ['Value', <CopyField key="value" value={value} label="the value" />],
          ['Priority', priority === undefined ? null : String(priority)],
        ]}
      />
    </article>
  );
}
