import { Burger, Button, Kbd } from '@mantine/core';
import { Search } from 'lucide-react';
import { Jobs } from './jobs/jobs-door';
import { openPalette } from './keys/palette-door';
import { AccountButton } from './menus/account-button';
import { MenuDoor } from './menus/menu-door';
import classes from './frame-head.module.css';
import { i18n } from '../text/i18n';

const accountMenu = () => import('./menus/account-menu');

/** The line above every page of a project: the drawer on phones, the palette, the account. */
export function FrameHead({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <div className={classes['head']}>
      <Burger
        opened={isOpen}
        onClick={onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={i18n.t('Navigation')}
        aria-expanded={isOpen}
      />
      <Button
        variant="default"
        size="xs"
        className={classes['palette']}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={openPalette}
      >
        {i18n.t('Search or go to')}
      </Button>
      <Jobs />
      <MenuDoor Button={AccountButton} load={accountMenu} />
    </div>
  );
}
