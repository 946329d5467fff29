import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../api/api-error';
import { ConditionBuilder } from '../../parts/condition/condition-builder';
import { newDraft, toCondition, toDraft, type ConditionDraft } from '../../parts/condition/condition-draft';
import { useConditionFields } from '../../parts/condition/condition-fields';
import type { Condition } from '../contact.queries';
import classes from './contact-list.module.css';
import { i18n } from '../../text/i18n';

interface ConditionFilterProps {
  /** The condition of the list; undefined where it has none. */
  condition: Condition | undefined;
  /** The error of the list that was asked for with it. */
  error: unknown;
  onChange: (condition: Condition | undefined) => void;
}

/** The builder of the filter language above the list. The list follows when the filter is applied. */
export function ConditionFilter({ condition, error, onChange }: ConditionFilterProps) {
  const fields = useConditionFields();
  const [draft, setDraft] = useState<ConditionDraft | null>(() => (condition ? toDraft(condition) : newDraft()));
  const problems = error instanceof ApiError ? error.fields : [];
  return (
    <section className={classes['condition']} aria-label={i18n.t('Conditions')}>
      {draft ? (
        <ConditionBuilder
          draft={draft}
          onChange={setDraft}
          fields={fields}
          problems={Object.fromEntries(problems.map(({ field, message }) => [field, message]))}
        />
      ) : (
        <p>{i18n.t('The conditions of this address nest deeper than can be shown here. The list follows them.')}</p>
      )}
      <div className={classes['conditionActions']}>
        {draft && (
          <Button size="xs" onClick={() => onChange(toCondition(draft))}>
            {i18n.t('Show the contacts that match')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
          {i18n.t('Remove the conditions')}
        </Button>
      </div>
    </section>
  );
}
