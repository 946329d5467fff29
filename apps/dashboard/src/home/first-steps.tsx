import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../parts/lazy/lazy-part';
import { ButtonLink } from '../parts/link/screen-link';
import { Section } from '../parts/page/page';
import { useProject } from '../session/project';
import { lastDays } from './day-range';
import { setupQuery, statsQuery } from './home.queries';
import { stepsOf } from './steps-of';
import classes from './first-steps.module.css';
import { i18n } from '../text/i18n';

const SendFirst = lazyPart(() => import('./send-first'));

/** The steps that a new project still lacks, until all of them are done or the card is put away. */
export function FirstSteps() {
  const project = useProject();
  const { data: setup } = useQuery(setupQuery(project));
  const { data: stats } = useQuery(statsQuery(project, lastDays(30)));
  const [isHidden, setHidden] = useLocalStorage({ key: `waybill-first-steps-${project.id}`, defaultValue: false });
  if (!setup || !stats || isHidden) return null;
  const steps = stepsOf(setup, stats.totalEmailsSent);
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section
      title={i18n.t('First steps')}
      aside={
        <Button variant="subtle" size="xs" onClick={() => setHidden(true)}>
          {i18n.t('Put away')}
        </Button>
      }
    >
      <ol className={classes['steps']}>
        {steps.map(({ key, title, words, isDone, to, action }) => {
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li key={key} className={classes['step']} data-done={isDone}>
              <Icon size={18} aria-hidden className={classes['icon']} />
              <div className={classes['text']}>
                <p className={classes['title']}>
                  {title}
                  <span className="wb-visually-hidden">: {isDone ? i18n.t('done') : i18n.t('to do')}</span>
                </p>
                {!isDone && <p>{words}</p>}
                {!isDone && key === 'send' && setup.hasVerifiedDomain && (
                  <Suspense fallback={null}>
                    <SendFirst />
                  </Suspense>
                )}
              </div>
              {!isDone && to && (
                <ButtonLink to={to} variant="default" size="xs">
                  {action}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
