import { Check } from 'lucide-react';
import classes from './steps.module.css';
import { i18n } from '../../text/i18n';

/** The steps of a wizard: those that are done, the current one and those to come. */
export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className={classes['steps']} aria-label={i18n.t('Steps')}>
      {names.map((name, index) => (
        <li
          key={name}
          className={classes['step']}
          data-state={index < current ? 'done' : index === current ? 'current' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes['mark']} aria-hidden>
            {index < current ? <Check size={14} /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
