import { ActionIcon, Burger, Button, Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleUser, LogOut, Monitor, Moon, Search, Sun, UserCog } from 'lucide-react';
import { accountQuery } from '../session/session.queries';
import { useSignOut } from '../session/sign-out';
import { Jobs } from './jobs/jobs-door';
import { openPalette } from './keys/palette-door';
import classes from './frame-head.module.css';

/** The line above every page of a project: the drawer on phones, the palette, the account. */
export function FrameHead({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <div className={classes['head']}>
      <Burger
        opened={isOpen}
        onClick={onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label="Navigation"
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
        Search or go to
      </Button>
      <Jobs />
      <AccountMenu />
    </div>
  );
}

function AccountMenu() {
  const { data: account } = useQuery(accountQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const themes = [
    { scheme: 'auto', name: 'Theme of the system', Icon: Monitor },
    { scheme: 'light', name: 'Light theme', Icon: Sun },
    { scheme: 'dark', name: 'Dark theme', Icon: Moon },
  ] as const;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Account and theme">
          <CircleUser size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes['email']}>{account?.email}</Menu.Label>
        <Menu.Item
          leftSection={<UserCog size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          Account
        </Menu.Item>
        <Menu.Divider />
        {themes.map(({ scheme, name, Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === scheme ? '✓' : null}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
