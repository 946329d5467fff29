import { ActionIcon, Button, Menu, NativeSelect, Tooltip } from '@mantine/core';
import { getSelectionAlignment, setTextAlignment } from '@react-email/editor/utils';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowUp,
  Bold,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  Plus,
  Quote,
  Redo2,
  Strikethrough,
  Trash2,
  Underline,
  Undo2,
  Variable,
  type LucideIcon,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { KnownVariable } from '../document/field.queries';
import { applyChange, movedBlock, removedBlock } from './block-place';
import { blocks, insertBlock } from './blocks';
import classes from './visual-field.module.css';
import { i18n } from '../../text/i18n';

/** One button of the tools. */
interface Tool {
  label: string;
  icon: LucideIcon;
  run: (editor: Editor) => unknown;
  isOn?: (editor: Editor) => boolean;
  isUsable?: (editor: Editor) => boolean;
}

const history: Tool[] = [
  { label: i18n.t('Undo'), icon: Undo2, run: (e) => e.chain().focus().undo().run(), isUsable: (e) => e.can().undo() },
  { label: i18n.t('Redo'), icon: Redo2, run: (e) => e.chain().focus().redo().run(), isUsable: (e) => e.can().redo() },
];
const mark = (label: string, icon: LucideIcon, name: string): Tool => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: (editor) => editor.isActive(name),
});
const marks: Tool[] = [
  mark(i18n.t('Bold'), Bold, 'bold'),
  mark(i18n.t('Italic'), Italic, 'italic'),
  mark(i18n.t('Underline'), Underline, 'underline'),
  mark(i18n.t('Strike through'), Strikethrough, 'strike'),
  {
    label: i18n.t('Link'),
    icon: Link,
    run: (editor) =>
      editor.isActive('link')
        ? editor.chain().focus().extendMarkRange('link').unsetLink().run()
        : editor.chain().focus().setLink({ href: 'https://' }).run(),
    isOn: (editor) => editor.isActive('link'),
    isUsable: (editor) => editor.isActive('link') || !editor.state.selection.empty,
  },
];
const lists: Tool[] = [
  {
    label: i18n.t('List'),
    icon: List,
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    label: i18n.t('Numbered list'),
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: i18n.t('Quote'),
    icon: Quote,
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
];
const align = (label: string, icon: LucideIcon, side: string): Tool => ({
  label,
  icon,
  run: (editor) => setTextAlignment(editor, side),
  isOn: (editor) => getSelectionAlignment(editor) === side,
});
const aligns: Tool[] = [
  align(i18n.t('Align left'), AlignLeft, 'left'),
  align(i18n.t('Align to the centre'), AlignCenter, 'center'),
  align(i18n.t('Align right'), AlignRight, 'right'),
];
const places: Tool[] = [
  {
    label: i18n.t('Move the block up'),
    icon: ArrowUp,
    run: (editor) => applyChange(editor, movedBlock(editor.state, -1)),
  },
  {
    label: i18n.t('Move the block down'),
    icon: ArrowDown,
    run: (editor) => applyChange(editor, movedBlock(editor.state, 1)),
  },
  { label: i18n.t('Delete the block'), icon: Trash2, run: (editor) => applyChange(editor, removedBlock(editor.state)) },
];
const picture: Tool[] = [{ label: i18n.t('Picture'), icon: Image, run: (editor) => editor.commands.uploadImage() }];

interface ToolbarProps {
  editor: Editor;
  variables: readonly KnownVariable[];
}

/** The tools of the document: one stop of the Tab key, the arrows go from tool to tool. */
export function Toolbar({ editor, variables }: ToolbarProps) {
  return (
    <div role="toolbar" aria-label={i18n.t('Tools of the email')} className={classes['toolbar']} onKeyDown={goOn}>
      <Tools editor={editor} tools={history} />
      <TextKind editor={editor} />
      <Tools editor={editor} tools={marks} />
      <Tools editor={editor} tools={lists} />
      <Tools editor={editor} tools={aligns} />
      <Menu shadow="sm" position="bottom-start" returnFocus={false} withinPortal>
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<Plus size={16} aria-hidden />}>
            {i18n.t('Insert')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {blocks.map((block) => (
            <Menu.Item key={block.title} onClick={() => insertBlock(editor, block)}>
              {block.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <VariableMenu editor={editor} variables={variables} />
      <Tools editor={editor} tools={picture} />
      <Tools editor={editor} tools={places} />
    </div>
  );
}

/** Left and right go to the neighbour that can be used. */
function goOn(event: KeyboardEvent<HTMLDivElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0 || !event.currentTarget.contains(event.target as Node)) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled, select:enabled')];
  const at = tools.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  tools[(at + by + tools.length) % tools.length]?.focus();
}

function Tools({ editor, tools }: { editor: Editor; tools: readonly Tool[] }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ isOn, isUsable }) => [isOn?.(now), isUsable?.(now) ?? true]),
  });
  return (
    <div className={classes['tools']}>
      {tools.map(({ label, icon: Icon, run }, index) => {
        const [isOn, isUsable] = states[index] ?? [];
        return (
          <Tooltip key={label} label={label}>
            <ActionIcon
              variant={isOn ? 'light' : 'subtle'}
              color={isOn ? undefined : 'gray'}
              size={28}
              aria-label={label}
              aria-pressed={isOn}
              disabled={!isUsable}
              // The selection of the document stays.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(editor)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
}

const kinds = [
  { value: '0', label: i18n.t('Text') },
  { value: '1', label: i18n.t('Title') },
  { value: '2', label: i18n.t('Subtitle') },
  { value: '3', label: i18n.t('Heading') },
];

/** Is the line of the cursor text or a heading? */
function TextKind({ editor }: { editor: Editor }) {
  const level = useEditorState({
    editor,
    selector: ({ editor: now }) => [1, 2, 3].find((each) => now.isActive('heading', { level: each })) ?? 0,
  });
  const choose = (value: string): void => {
    const chain = editor.chain().focus();
    if (value === '0') chain.setNode('paragraph').run();
    else chain.setNode('heading', { level: Number(value) }).run();
  };
  return (
    <NativeSelect
      aria-label={i18n.t('Kind of text')}
      size="xs"
      w={104}
      data={kinds}
      value={String(level)}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** The variables of the project; the chosen one stands where the cursor is. */
function VariableMenu({ editor, variables }: ToolbarProps) {
  const insert = (name: string): boolean =>
    editor
      .chain()
      .focus()
      .insertContent({ type: 'variable', attrs: { name, fallback: '' } })
      .run();
  return (
    <Menu shadow="sm" position="bottom-start" returnFocus={false} withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<Variable size={16} aria-hidden />}>
          {i18n.t('Variable')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes['long']}>
        {variables.map(({ name, words }) => (
          <Menu.Item
            key={name}
            onClick={() => insert(name)}
            rightSection={<span className={classes['words']}>{words}</span>}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
