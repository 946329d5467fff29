import { ActionIcon } from '@mantine/core';
import { CircleUser } from 'lucide-react';
import type { ComponentProps } from 'react';
import { i18n } from '../../text/i18n';

/** Opens the menu of the account. */
export function AccountButton(props: ComponentProps<'button'>) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={i18n.t('Account and theme')} {...props}>
      <CircleUser size={20} aria-hidden />
    </ActionIcon>
  );
}
