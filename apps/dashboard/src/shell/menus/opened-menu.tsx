import { Menu, type MenuProps } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MenuButton } from './menu-door';

interface OpenedMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  Button: MenuButton;
  /** The class of the list. */
  className?: string;
  /** The entries. */
  children: ReactNode;
}

/** A menu that takes the place of its door: it opens by itself the first time. */
export function OpenedMenu({ Button, className, children, ...place }: OpenedMenuProps) {
  const [opened, setOpened] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The door was used, so its button has the focus again when the menu is closed.
    element.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} {...place}>
      <Menu.Target>
        <Button ref={element} />
      </Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  );
}
