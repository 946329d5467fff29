import { Kbd, Modal, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { screens } from '../../routes';
import { singleKeysKey } from './single-keys';
import classes from './help.module.css';

/** Keys, and what they do. */
const everywhere: [keys: string[], what: string][] = [
  [['Ctrl', 'K'], 'Search, go to a screen, switch the project'],
  [['Esc'], 'Close what is open'],
];
const editing: [keys: string[], what: string][] = [
  [['Ctrl', 'Z'], 'Take the last edit of a workflow back'],
  [['Ctrl', 'Shift', 'Z'], 'Bring it again'],
  [['Ctrl', 'C'], 'Copy the chosen step'],
  [['Ctrl', 'V'], 'Put the copy behind the chosen step'],
  [['Delete'], 'Delete the chosen step of the canvas'],
];
const single: [keys: string[], what: string][] = [
  [['?'], 'Show this list, which the search also opens'],
  [['/'], 'Search on this page'],
  [['n'], 'New, on a list'],
  ...screens.flatMap(({ nav, title }) => (nav?.letter ? [[['g', nav.letter], title] as [string[], string]] : [])),
];

/** All shortcuts, and the switch of those without Ctrl. */
export default function Help({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useLocalStorage({ key: singleKeysKey, defaultValue: true, getInitialValueInEffect: false });
  return (
    <Modal opened onClose={onClose} title="Shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Keys title="Everywhere" keys={everywhere} />
      <Keys title="Workflows" keys={editing} />
      <Keys title="Single keys" keys={single} />
      <Switch
        mt={16}
        label="Single keys are shortcuts"
        description="Switch them off where speech or other tools type letters."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly [string[], string][] }) {
  return (
    <>
      <h3 className={classes['title']}>{title}</h3>
      <dl className={classes['keys']}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
