import { Kbd, Modal, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { screens } from '../../routes';
import { singleKeysKey } from './single-keys';
import classes from './help.module.css';
import { i18n } from '../../text/i18n';

/** Keys, and what they do. */
const everywhere: [keys: string[], what: string][] = [
  [['Ctrl', 'K'], i18n.t('Search, go to a screen, switch the project')],
  [['Esc'], i18n.t('Close what is open')],
];
const editing: [keys: string[], what: string][] = [
  [['Ctrl', 'Z'], i18n.t('Take the last edit of a workflow back')],
  [['Ctrl', 'Shift', 'Z'], i18n.t('Bring it again')],
  [['Ctrl', 'C'], i18n.t('Copy the chosen step')],
  [['Ctrl', 'V'], i18n.t('Put the copy behind the chosen step')],
  [['Delete'], i18n.t('Delete the chosen step of the canvas')],
];
const single: [keys: string[], what: string][] = [
  [['?'], i18n.t('Show this list, which the search also opens')],
  [['/'], i18n.t('Search on this page')],
  [['n'], i18n.t('New, on a list')],
  ...screens.flatMap(({ nav, title }) =>
    nav?.letter ? [[['g', nav.letter], i18n.t(title)] as [string[], string]] : [],
  ),
];

/** All shortcuts, and the switch of those without Ctrl. */
export default function Help({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useLocalStorage({ key: singleKeysKey, defaultValue: true, getInitialValueInEffect: false });
  return (
    <Modal opened onClose={onClose} title={i18n.t('Shortcuts')} closeButtonProps={{ 'aria-label': i18n.t('Close') }}>
      <Keys title={i18n.t('Everywhere')} keys={everywhere} />
      <Keys title={i18n.t('Workflows')} keys={editing} />
      <Keys title={i18n.t('Single keys')} keys={single} />
      <Switch
        mt={16}
        label={i18n.t('Single keys are shortcuts')}
        description={i18n.t('Switch them off where speech or other tools type letters.')}
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
