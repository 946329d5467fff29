import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const icons = { good: CircleCheck, watch: TriangleAlert, bad: CircleAlert, neutral: Info };

interface NoticeProps {
  tone: keyof typeof icons;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A sentence that needs attention, with what to do about it. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={classes['notice']} data-tone={tone}>
      <Icon size={18} aria-hidden className={classes['icon']} />
      <div className={classes['text']}>
        <p className={classes['title']}>{title}</p>
        {children}
      </div>
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
