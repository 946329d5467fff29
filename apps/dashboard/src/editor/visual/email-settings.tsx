import { Button, NumberInput, TextInput } from '@mantine/core';
import { getEmailTheming, setGlobalStyles } from '@react-email/editor/plugins';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useProject } from '../../session/project';
import { Group } from './block-settings';
import { brandStyles } from './brand';
import { themeValue, withThemeValue, type ThemePlace } from './theme-value';
import { i18n } from '../../text/i18n';

interface ThemeSetting extends ThemePlace {
  label: string;
  isColour: boolean;
}

const settings: ThemeSetting[] = [
  { id: 'body', property: 'backgroundColor', label: i18n.t('Ground'), isColour: true },
  { id: 'container', property: 'backgroundColor', label: i18n.t('Paper'), isColour: true },
  { id: 'container', property: 'color', label: i18n.t('Text'), isColour: true },
  { id: 'link', property: 'color', label: i18n.t('Links'), isColour: true },
  { id: 'button', property: 'backgroundColor', label: i18n.t('Buttons'), isColour: true },
  { id: 'button', property: 'color', label: i18n.t('Text of buttons'), isColour: true },
  { id: 'typography', property: 'fontSize', label: i18n.t('Size of text'), isColour: false },
  { id: 'container', property: 'width', label: i18n.t('Width'), isColour: false },
];

/** Colours and sizes of the whole email. */
export function EmailSettings({ editor }: { editor: Editor }) {
  const styles = useEditorState({ editor, selector: ({ editor: now }) => getEmailTheming(now).styles });
  const { brand } = useProject();
  const set = (place: ThemePlace, value: string | number): void => {
    setGlobalStyles(editor, withThemeValue(styles, place, value));
  };
  return (
    <Group title={i18n.t('The whole email')} isPaired>
      {settings.map(({ label, isColour, ...place }) => {
        const value = themeValue(styles, place);
        return isColour ? (
          <TextInput
            key={label}
            type="color"
            label={label}
            value={typeof value === 'string' ? value : '#000000'}
            onChange={(event) => set(place, event.currentTarget.value)}
          />
        ) : (
          <NumberInput
            key={label}
            label={label}
            suffix=" px"
            min={8}
            max={800}
            allowDecimal={false}
            value={value ?? ''}
            onChange={(next) => typeof next === 'number' && set(place, next)}
          />
        );
      })}
      {brand && (
        <Button variant="default" size="xs" onClick={() => setGlobalStyles(editor, brandStyles(styles, brand))}>
          {i18n.t('Colours of the brand')}
        </Button>
      )}
    </Group>
  );
}
