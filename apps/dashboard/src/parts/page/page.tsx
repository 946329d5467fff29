import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  /** Heading of the page and, with the product's name, title of the window. */
  title: string;
  /** Shown above the heading, for example a link to the list that the page belongs to. */
  above?: ReactNode;
  /** Beside the heading: a state, for example. */
  beside?: ReactNode;
  /** Buttons at the end of the line of the heading. */
  actions?: ReactNode;
  /** Lists and canvases take the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** The path on which a heading got the focus last; the first page of a visit leaves the focus where the browser puts it. */
let shownPath: string | null = null;

/** A page: one heading, which gets the focus on navigation, and below it the content. Every screen is wrapped in one. */
export function Page({ title, above, beside, actions, wide = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (shownPath !== null && shownPath !== path) heading.current?.focus({ preventScroll: true });
    shownPath = path;
  }, [path]);
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
  return (
    <div className={classes['page']} data-wide={wide}>
      {above && <div className={classes['above']}>{above}</div>}
      <div className={classes['head']}>
        <h1 ref={heading} tabIndex={-1} className={classes['title']}>
          {title}
        </h1>
        {beside}
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['sectionHead']}>
        <h2 className={classes['sectionTitle']}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A surface with an edge, for what belongs together. */
export function Card({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={classes['card']} role={label ? 'group' : undefined} aria-label={label}>
      {children}
    </div>
  );
}
