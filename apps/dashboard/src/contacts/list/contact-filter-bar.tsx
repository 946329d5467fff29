import { Button, Select } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { FilterBar, SearchField } from '../../parts/filter-bar/filter-bar';
import type { ContactFilter } from '../contact.queries';

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
    <FilterBar count={count} noun="contact">
      <SearchField
        label="Search contacts"
        placeholder="Part of an address"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <Select
        aria-label="Subscription"
        placeholder="Any subscription"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the subscription' }}
        data={[
          { value: 'true', label: 'Subscribed' },
          { value: 'false', label: 'Unsubscribed' },
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
        Conditions
      </Button>
    </FilterBar>
  );
}
