import { Button, Select } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { FilterBar, SearchField } from '../../parts/filter-bar/filter-bar';
import type { ContactFilter } from '../contact.queries';
import { i18n } from '../../text/i18n';

interface ContactFilterBarProps {
  filter: ContactFilter;
  count: number | null;
  /** Are the conditions shown below? */
  isOpen: boolean;
  onToggle: () => void;
  onChange: (part: Partial<ContactFilter>) => void;
}

/** Narrows the list of contacts by a part of the address, by the subscription and by conditions. */
export function ContactFilterBar({ filter, count, isOpen, onToggle, onChange }: ContactFilterBarProps) {
  return (
    <FilterBar
      count={count}
      inWords={(found) => i18n.t('{found, plural, one {# contact} other {# contacts}}', { found })}
    >
      <SearchField
        label={i18n.t('Search contacts')}
        placeholder={i18n.t('Part of an address')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <Select
        aria-label={i18n.t('Subscription')}
        placeholder={i18n.t('Any subscription')}
        clearable
        clearButtonProps={{ 'aria-label': i18n.t('Clear the subscription') }}
        data={[
          { value: 'true', label: i18n.t('Subscribed') },
          { value: 'false', label: i18n.t('Unsubscribed') },
        ]}
        value={filter.subscribed === undefined ? null : String(filter.subscribed)}
        onChange={(value) => onChange({ subscribed: value === null ? undefined : value === 'true' })}
      />
      <Button
        variant={filter.condition ? 'light' : 'default'}
        leftSection={<ListFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {i18n.t('Conditions')}
      </Button>
    </FilterBar>
  );
}
