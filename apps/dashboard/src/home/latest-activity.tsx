import { useQuery } from '@tanstack/react-query';
import { activityKind, activitySubject } from '../parts/activity-line/activity-words';
import { Loaded } from '../parts/loaded/loaded';
import { Waybill, type WaybillEntry } from '../parts/waybill/waybill';
import type { Schema } from '../api/client';
import { useProject } from '../session/project';
import { latestQuery } from './home.queries';
import { i18n } from '../text/i18n';

/** The last things that happened, as a slip. */
export default function LatestActivity() {
  const query = useQuery(latestQuery(useProject()));
  return (
    <Loaded query={query}>
      {({ data }) => (
        <Waybill
          label={i18n.t('Latest activity')}
          entries={data.map(entryOf)}
          none={i18n.t('Nothing has happened yet.')}
        />
      )}
    </Loaded>
  );
}

function entryOf(item: Schema<'ActivityItem'>): WaybillEntry {
  const { words, tone } = activityKind(item.type);
  const subject = activitySubject(item);
  return {
    key: item.id,
    at: item.timestamp,
    tone,
    what: subject ? `${words}: ${subject}` : words,
    who: item.contactEmail,
  };
}
