import { BULLET_LIST, H1, H2, H3, NUMBERED_LIST, QUOTE, SlashCommand, TEXT } from '@react-email/editor/ui';
import type { SlashCommandItem, SlashCommandRenderProps } from '@react-email/editor/ui';
import { blocks, insertBlock } from './blocks';
import classes from './visual-field.module.css';
import { i18n } from '../../text/i18n';

const items: SlashCommandItem[] = [
  ...[TEXT, H1, H2, H3, BULLET_LIST, NUMBERED_LIST, QUOTE],
  ...blocks.map((block) => ({
    ...block,
    icon: null,
    category: i18n.t('Layout'),
    command: ({ editor, range }: Parameters<SlashCommandItem['command']>[0]) => {
      editor.chain().focus().deleteRange(range).run();
      insertBlock(editor, block);
    },
  })),
];

/** The list of blocks that opens where `/` is typed; the same blocks are in the tools. */
export function SlashMenu() {
  return <SlashCommand items={items}>{(state) => <Choices {...state} />}</SlashCommand>;
}

function Choices({ items: found, selectedIndex, onSelect }: SlashCommandRenderProps) {
  return (
    <div className={classes['slash']} role="listbox" aria-label={i18n.t('Blocks')}>
      {found.length === 0 && <p className={classes['words']}>{i18n.t('No block has this name')}</p>}
      {found.map(({ title, description }, index) => (
        <div
          key={title}
          role="option"
          aria-selected={index === selectedIndex}
          className={classes['choice']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(index)}
        >
          {title} <span className={classes['words']}>{description}</span>
        </div>
      ))}
    </div>
  );
}
