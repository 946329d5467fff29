import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Styles of the kit that the first page does without. */
const kitStyles = (): Promise<unknown> => import('../../theme/kit-rest.css');

/** Loads a module together with the rest of the kit's styles, which stand before the module's own and give way to them. */
export async function withKit<Module>(load: () => Promise<Module>): Promise<Module> {
  const [, module] = await Promise.all([kitStyles(), load()]);
  return module;
}

/** A component that is loaded when it is shown, with the styles of the kit that the first page does without. */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => withKit(load));
