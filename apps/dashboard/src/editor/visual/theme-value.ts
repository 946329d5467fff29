/** One input of the theme of the library: the group that it is in and its property. */
export interface ThemePlace {
  id: string;
  property: string;
}

interface ThemeInput {
  prop: string;
  value?: string | number;
}

/** A group of inputs of the theme. */
export interface ThemeGroup {
  id?: string;
  inputs: ThemeInput[];
}

/** The value of a setting of the theme; undefined where the theme leaves it to the program that shows the email. */
export const themeValue = (groups: readonly ThemeGroup[], { id, property }: ThemePlace): string | number | undefined =>
  groups.find((group) => group.id === id)?.inputs.find(({ prop }) => prop === property)?.value;

/** The theme with another value of a setting that it has. */
export function withThemeValue<G extends ThemeGroup>(
  groups: readonly G[],
  { id, property }: ThemePlace,
  value: string | number,
): G[] {
  return groups.map((group) => {
    if (group.id !== id) return group;
    return { ...group, inputs: group.inputs.map((input) => (input.prop === property ? { ...input, value } : input)) };
  });
}
