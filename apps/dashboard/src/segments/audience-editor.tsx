import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { ConditionBuilder } from '../parts/condition/condition-builder';
import { toCondition, type ConditionDraft } from '../parts/condition/condition-draft';
import { useConditionFields } from '../parts/condition/condition-fields';
import { ScreenLink } from '../parts/link/screen-link';
import { Problem } from '../parts/problem/problem';
import { useProject } from '../session/project';
import { countQuery } from './segment.queries';
import classes from './audience-editor.module.css';
import { i18n } from '../text/i18n';

/** Milliseconds after the last change until the contacts are counted again. */
const settleMs = 500;

interface AudienceEditorProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
}

/** The builder of a condition with the number of contacts that match it now, and twenty of them. */
export function AudienceEditor({ draft, onChange }: AudienceEditorProps) {
  const project = useProject();
  const fields = useConditionFields();
  const [condition] = useDebouncedValue(toCondition(draft), settleMs);
  const count = useQuery({ ...countQuery(project, condition), placeholderData: keepPreviousData });
  const refused = count.error instanceof ApiError ? count.error.fields : [];
  return (
    <div className={classes['columns']}>
      <ConditionBuilder
        draft={draft}
        onChange={onChange}
        fields={fields}
        problems={Object.fromEntries(refused.map(({ field, message }) => [field, message]))}
      />
      <aside className={classes['count']} aria-label={i18n.t('Contacts that match now')} aria-busy={count.isFetching}>
        {count.error && refused.length === 0 && <Problem error={count.error} onRetry={() => void count.refetch()} />}
        {refused.length > 0 && <p role="status">{i18n.t('The condition is not complete yet.')}</p>}
        {count.data && refused.length === 0 && (
          <>
            <p role="status" className={classes['number']}>
              {count.data.exact
                ? i18n.t('{count, plural, one {# contact} other {# contacts}}', { count: count.data.count })
                : i18n.t('about {count, plural, one {# contact} other {# contacts}}', { count: count.data.count })}
            </p>
            <ul className={classes['sample']}>
              {count.data.sample.map(({ id, email }) => (
                <li key={id}>
                  <ScreenLink to={`/contacts/${id}`}>{email}</ScreenLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </aside>
    </div>
  );
}
