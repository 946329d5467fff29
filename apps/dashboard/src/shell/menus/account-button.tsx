import { ActionIcon } from '@mantine/core';
import { CircleUser } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Opens the menu of the account. */
export function AccountButton(props: ComponentProps<'button'>) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label="Account and theme" {...props}>
      <CircleUser size={20} aria-hidden />
    </ActionIcon>
  );
}
