import { ActionIcon, Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import {
  changed,
  needsUnit,
  needsValue,
  operatorsOf,
  type Change,
  type ConditionDraft,
  type FilterDraft,
} from './condition-draft';
import { operatorWords, unitChoices } from './operator-words';
import classes from './condition-builder.module.css';
import { i18n } from '../../text/i18n';

interface ConditionBuilderProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  /** Fields to choose from: `email`, `data.plan`, `event.signed_up`, `segment.0198…`. */
  fields: readonly string[];
  /** Why a filter is refused, by its dotted path: `groups.0.filters.1.value`. */
  problems?: Record<string, string>;
}

/** A condition as groups of filters: all filters of a group must hold; groups are joined by "and" or "or". */
export function ConditionBuilder({ draft, onChange, fields, problems = {} }: ConditionBuilderProps) {
  const change = (what: Change): void => onChange(changed(draft, what));
  return (
    <div className={classes['builder']}>
      {draft.groups.map((group, groupIndex) => (
        <div key={group.key} role="group" aria-label={i18n.t('Group {groupIndex}', { groupIndex: groupIndex + 1 })}>
          {groupIndex > 0 && (
            <NativeSelect
              aria-label={i18n.t('How groups are joined')}
              className={classes['logic']}
              data={[
                { value: 'AND', label: i18n.t('and') },
                { value: 'OR', label: i18n.t('or') },
              ]}
              value={draft.logic}
              onChange={(event) => change({ kind: 'logic', logic: event.currentTarget.value === 'OR' ? 'OR' : 'AND' })}
            />
          )}
          <div className={classes['group']}>
            {group.filters.map((filter, index) => (
              <FilterRow
                key={filter.key}
                filter={filter}
                fields={fields}
                problem={problemOf(problems, groupIndex, index)}
                onChange={(part) => change({ kind: 'set-filter', filter: filter.key, part })}
                onRemove={() => change({ kind: 'remove-filter', filter: filter.key })}
              />
            ))}
            <Button
              variant="subtle"
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => change({ kind: 'add-filter', group: group.key })}
            >
              {i18n.t('And another filter')}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button variant="default" size="xs" onClick={() => change({ kind: 'add-group' })}>
          {i18n.t('Add a group')}
        </Button>
      </div>
    </div>
  );
}

const problemOf = (problems: Record<string, string>, group: number, filter: number): string | undefined =>
  Object.entries(problems).find(([path]) => path.includes(`groups.${group}.filters.${filter}`))?.[1];

interface FilterRowProps {
  filter: FilterDraft;
  fields: readonly string[];
  problem?: string;
  onChange: (part: Partial<FilterDraft>) => void;
  onRemove: () => void;
}

function FilterRow({ filter, fields, problem, onChange, onRemove }: FilterRowProps) {
  const { field, operator, value, unit } = filter;
  return (
    <div className={classes['filter']}>
      <Autocomplete
        aria-label={i18n.t('Field')}
        className={classes['field']}
        data={[...fields]}
        limit={50}
        maxLength={200}
        value={field}
        error={problem}
        onChange={(given) => onChange({ field: given })}
      />
      <NativeSelect
        aria-label={i18n.t('Comparison')}
        data={operatorsOf(field).map((name) => ({ value: name, label: operatorWords(name) }))}
        value={operator}
        onChange={(event) => onChange({ operator: event.currentTarget.value })}
      />
      {needsValue(operator) &&
        (field === 'subscribed' ? (
          <NativeSelect
            aria-label={i18n.t('Value')}
            data={[
              { value: 'true', label: i18n.t('yes') },
              { value: 'false', label: i18n.t('no') },
            ]}
            value={value}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        ) : (
          <TextInput
            aria-label={i18n.t('Value')}
            className={classes['value']}
            maxLength={1_000}
            value={value}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        ))}
      {needsUnit(operator) && (
        <NativeSelect
          aria-label={i18n.t('Unit')}
          data={unitChoices}
          value={unit}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={i18n.t('Remove the filter')} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
