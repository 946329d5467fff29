import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values of one thing, below each other; a value that is null is left out. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name} className={classes['fact']}>
            <dt className={classes['name']}>{name}</dt>
            <dd className={classes['value']}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
