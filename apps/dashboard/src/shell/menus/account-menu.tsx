import { Menu, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Sun, UserCog } from 'lucide-react';
import { accountQuery } from '../../session/session.queries';
import { useSignOut } from '../../session/sign-out';
import { AccountButton } from './account-button';
import { OpenedMenu } from './opened-menu';
import classes from './menus.module.css';
import { i18n } from '../../text/i18n';

const themes = [
  { scheme: 'auto', name: i18n.t('Theme of the system'), Icon: Monitor },
  { scheme: 'light', name: i18n.t('Light theme'), Icon: Sun },
  { scheme: 'dark', name: i18n.t('Dark theme'), Icon: Moon },
] as const;

/** The account, the theme, and signing out. */
export default function AccountMenu() {
  const { data: account } = useQuery(accountQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <OpenedMenu Button={AccountButton} position="bottom-end" width={240}>
      <Menu.Label className={classes['email']}>{account?.email}</Menu.Label>
      <Menu.Item
        leftSection={<UserCog size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/account" {...props} />}
      >
        {i18n.t('Account')}
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
        {i18n.t('Sign out')}
      </Menu.Item>
    </OpenedMenu>
  );
}
