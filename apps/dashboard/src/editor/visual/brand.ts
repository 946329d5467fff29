import type { Schema } from '../../api/client';
import type { Design } from '../document/design';
import { withThemeValue, type ThemeGroup, type ThemePlace } from './theme-value';

/** The look of new emails of a project. */
export type Brand = Schema<'ProjectBrand'>;

/** The settings of the theme that take the colours of a brand. */
const places: [colour: Exclude<keyof Brand, 'logoUrl' | 'footer'>, place: ThemePlace][] = [
  ['ground', { id: 'body', property: 'backgroundColor' }],
  ['paper', { id: 'container', property: 'backgroundColor' }],
  ['text', { id: 'container', property: 'color' }],
  ['link', { id: 'link', property: 'color' }],
  ['button', { id: 'button', property: 'backgroundColor' }],
  ['buttonText', { id: 'button', property: 'color' }],
];

/** The theme with the colours of a brand; those that it does not name stay. */
export const brandStyles = <G extends ThemeGroup>(styles: readonly G[], brand: Brand): G[] =>
  places.reduce<G[]>(
    (before, [colour, place]) => (brand[colour] ? withThemeValue(before, place, brand[colour]) : before),
    [...styles],
  );

/** A document in the look of a brand: its colours, its logo above the text and its footer below it. `theme` is the editor's own. */
export function brandedDesign(design: Design, brand: Brand, theme: readonly ThemeGroup[]): Design {
  const settings = { type: 'globalContent', attrs: { data: { styles: brandStyles(theme, brand) } } };
  const logo = { type: 'image', attrs: { src: brand.logoUrl, alt: '', alignment: 'left' } };
  const footer = (text: string): object[] => [
    { type: 'horizontalRule' },
    ...text.split('\n').map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })),
  ];
  const blocks = (design['content'] as Design[]).map((block) => {
    if (block['type'] !== 'container') return block;
    const content = block['content'] as object[];
    return {
      ...block,
      content: [...(brand.logoUrl ? [logo] : []), ...content, ...(brand.footer ? footer(brand.footer) : [])],
    };
  });
  return { ...design, content: [settings, ...blocks] };
}
