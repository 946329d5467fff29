import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useId, type ReactNode } from 'react';
import type { KnownVariable } from '../document/field.queries';
import { styleValue, withStyle } from '../document/inline-style';
import { operators, wordsOfOperator, type Operator, type ValueKind } from '../document/liquid';
import { chosenAt, setAttributes, type Chosen } from './block-place';
import { conditionOf } from './nodes/condition-node';
import { loopOf } from './nodes/loop-node';
import classes from './visual-field.module.css';
import { i18n } from '../../text/i18n';

interface BlockSettingsProps {
  editor: Editor;
  variables: readonly KnownVariable[];
}

const titles: Record<Chosen['type'], string> = {
  variable: i18n.t('Variable'),
  image: i18n.t('Picture'),
  button: i18n.t('Button'),
  condition: i18n.t('Condition'),
  loop: i18n.t('Loop'),
  section: i18n.t('Section'),
};

/** The settings of what is selected, the innermost first; of a link in the text too. */
export function BlockSettings({ editor, variables }: BlockSettingsProps) {
  const { chosen, href } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      chosen: chosenAt(now.state),
      href: now.isActive('link') ? String(now.getAttributes('link')['href'] ?? '') : null,
    }),
  });
  return (
    <>
      {href !== null && (
        <Group title={i18n.t('Link')}>
          <TextInput
            label={i18n.t('Leads to')}
            value={href}
            onChange={(event) =>
              editor.chain().extendMarkRange('link').setLink({ href: event.currentTarget.value }).run()
            }
          />
        </Group>
      )}
      {chosen.map((node) => {
        const set = (attributes: Record<string, unknown>): void => setAttributes(editor, node.pos, attributes);
        return (
          <Group key={`${node.type} ${node.pos}`} title={titles[node.type]}>
            <Settings node={node} variables={variables} set={set} />
          </Group>
        );
      })}
    </>
  );
}

/** Settings that belong together, under a heading; short ones stand in pairs. */
export function Group({ title, isPaired, children }: { title: string; isPaired?: boolean; children: ReactNode }) {
  return (
    <section className={classes[isPaired ? 'pairs' : 'group']} aria-label={title}>
      <h2 className={classes['groupTitle']}>{title}</h2>
      {children}
    </section>
  );
}

interface SettingsProps {
  node: Chosen;
  variables: readonly KnownVariable[];
  set: (attributes: Record<string, unknown>) => void;
}

function Settings(props: SettingsProps) {
  if (props.node.type === 'variable') return <VariableSettings {...props} />;
  if (props.node.type === 'condition') return <ConditionSettings {...props} />;
  if (props.node.type === 'loop') return <LoopSettings {...props} />;
  if (props.node.type === 'image') return <ImageSettings {...props} />;
  return (
    <>
      {props.node.type === 'button' && <TextSetting {...props} name="href" label={i18n.t('Leads to')} />}
      <StyleSetting {...props} property="background-color" label={i18n.t('Ground')} />
      {props.node.type === 'button' && <StyleSetting {...props} property="color" label={i18n.t('Text')} />}
    </>
  );
}

function TextSetting({ node, set, name, label, help }: SettingsProps & { name: string; label: string; help?: string }) {
  return (
    <TextInput
      label={label}
      description={help}
      value={String(node.attrs[name] ?? '')}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
}

/** A colour of the style attribute; the one of the email's theme until another is chosen. */
function StyleSetting({ node, set, property, label }: SettingsProps & { property: string; label: string }) {
  const style = String(node.attrs['style'] ?? '');
  return (
    <TextInput
      type="color"
      label={label}
      value={styleValue(style, property) || (property === 'color' ? '#ffffff' : '#000000')}
      onChange={(event) => set({ style: withStyle(style, property, event.currentTarget.value) })}
    />
  );
}

function VariableSettings(props: SettingsProps) {
  const known = props.variables.find(({ name }) => name === props.node.attrs['name']);
  const list = useId();
  return (
    <>
      <TextInput
        label={i18n.t('Field')}
        description={known ? known.words : i18n.t('No contact has this field yet')}
        list={list}
        value={String(props.node.attrs['name'] ?? '')}
        onChange={(event) => props.set({ name: event.currentTarget.value })}
      />
      <Names id={list} variables={props.variables} />
      <TextSetting
        {...props}
        name="fallback"
        label={i18n.t('Where there is none')}
        help={i18n.t('Without quotes and braces')}
      />
    </>
  );
}

const Names = ({ id, variables }: { id: string; variables: readonly KnownVariable[] }) => (
  <datalist id={id}>
    {variables.map(({ name }) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);

function ConditionSettings({ node, variables, set }: SettingsProps) {
  const { field, operator, value, kind } = conditionOf(node.attrs);
  const list = useId();
  const isComparison = operator === 'equals' || operator === 'notEquals';
  return (
    <>
      <TextInput
        label={i18n.t('Field')}
        description={field ? undefined : i18n.t('Until a field is named, everybody gets these blocks')}
        list={list}
        value={field}
        onChange={({ currentTarget: { value: name } }) => set({ field: name, kind: kindOf(name, variables) })}
      />
      <Names id={list} variables={variables} />
      <NativeSelect
        label={i18n.t('Question')}
        data={operators.map((each) => ({ value: each, label: wordsOfOperator(each) }))}
        value={operator}
        onChange={(event) => set({ operator: event.currentTarget.value as Operator })}
      />
      {isComparison && (
        <TextInput
          label={i18n.t('Value')}
          description={kind === 'boolean' ? i18n.t('true or false') : undefined}
          value={value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function LoopSettings(props: SettingsProps) {
  const { list, limit } = loopOf(props.node.attrs);
  const names = useId();
  return (
    <>
      <TextInput
        label={i18n.t('List')}
        description={list ? undefined : i18n.t('Until a list is named, the blocks are there once')}
        list={names}
        value={list}
        onChange={(event) => props.set({ list: event.currentTarget.value })}
      />
      <Names id={names} variables={props.variables.filter(({ type }) => type === 'array')} />
      <TextSetting
        {...props}
        name="item"
        label={i18n.t('Name of an element')}
        help={i18n.t('A variable item.name shows its name')}
      />
      <NumberInput
        label={i18n.t('At most')}
        description={i18n.t('Empty: all elements')}
        min={1}
        max={1_000}
        allowDecimal={false}
        value={limit ?? ''}
        onChange={(value) => props.set({ limit: typeof value === 'number' ? value : null })}
      />
    </>
  );
}

function kindOf(name: string, variables: readonly KnownVariable[]): ValueKind {
  const type = variables.find((each) => each.name === name)?.type;
  return type === 'number' || type === 'boolean' ? type : 'text';
}

const ImageSettings = (props: SettingsProps) => (
  <>
    <TextSetting
      {...props}
      name="alt"
      label={i18n.t('In words')}
      help={i18n.t('Shown and read where pictures are not')}
    />
    <TextSetting {...props} name="src" label={i18n.t('Address')} />
    <TextSetting {...props} name="width" label={i18n.t('Width')} help={i18n.t('Pixels, or auto')} />
    <TextSetting {...props} name="href" label={i18n.t('Leads to')} />
  </>
);
