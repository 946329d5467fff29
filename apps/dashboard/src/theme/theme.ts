import { createTheme, type CSSVariablesResolver } from '@mantine/core';

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The kit in the look of the design: sizes, faces and radius; colours come from `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 9, dark: 8 },
  fontFamily: sans,
  fontFamilyMonospace: 'var(--wb-mono)',
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.5' },
      h2: { fontSize: '16px', lineHeight: '1.5' },
      h3: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 100 } } },
    // The head of a dialog is no landmark of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } } },
    // A part that scrolls by itself is reached by keyboard.
    TableScrollContainer: { defaultProps: { type: 'native', tabIndex: 0, pos: 'relative' } },
    Anchor: { defaultProps: { underline: 'hover', inherit: true } },
  },
});

/** The kit's own colours of text, rules and edges have too little contrast on our grounds. */
export const cssVariables: CSSVariablesResolver = () => {
  const colors = {
    '--mantine-color-body': 'var(--wb-ground)',
    '--mantine-color-text': 'var(--wb-text)',
    '--mantine-color-dimmed': 'var(--wb-text-2)',
    '--mantine-color-placeholder': 'var(--wb-text-2)',
    '--mantine-color-error': 'var(--wb-bad)',
    '--mantine-color-anchor': 'var(--wb-accent)',
    '--mantine-color-default-border': 'var(--wb-edge)',
  };
  return { variables: {}, light: colors, dark: colors };
};
