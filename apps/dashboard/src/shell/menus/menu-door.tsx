import { useState, type ComponentProps, type ComponentType } from 'react';
import { withKit } from '../../parts/lazy/lazy-part';
import { sayFailed } from '../../parts/toast/toast';

/** Draws the button of a menu; it hands all that it is given to its element. */
export type MenuButton = ComponentType<ComponentProps<'button'>>;

interface MenuDoorProps {
  Button: MenuButton;
  /** Loads the same button with its menu, which opens by itself the first time. */
  load: () => Promise<{ default: ComponentType }>;
}

/** A button whose menu, and the library that places it, are loaded when it is used for the first time. */
export function MenuDoor({ Button, load }: MenuDoorProps) {
  const [Menu, setMenu] = useState<ComponentType | null>(null);
  // A menu that cannot be loaded leaves the page as it is: the next click tries again.
  const open = (): void => void withKit(load).then(({ default: loaded }) => setMenu(() => loaded), sayFailed);
  return Menu ? <Menu /> : <Button aria-haspopup="menu" aria-expanded={false} onClick={open} />;
}
