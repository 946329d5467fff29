import type { ReactNode } from 'react';
import icon from '../theme/icon.svg';
import { Page } from '../parts/page/page';
import classes from './entrance.module.css';

/** The frame of the pages before one is signed in. */
export function Entrance({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  return (
    <main className={classes['entrance']}>
      <div className={classes['box']}>
        <p className={classes['brand']}>
          <img src={icon} width={28} height={28} alt="" /> Waybill
        </p>
        <Page title={title}>{children}</Page>
        {foot && <div className={classes['foot']}>{foot}</div>}
      </div>
    </main>
  );
}
