import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../copy/copy';
import classes from './empty.module.css';
import { i18n } from '../../text/i18n';

interface EmptyProps {
  /** The thing in one sentence. */
  what: string;
  /** The button that makes the first one. */
  action?: ReactNode;
  /** The same as a command; see {@link curlOf}. */
  curl?: string;
}

/** In the place of a list that has nothing yet. */
export function Empty({ what, action, curl }: EmptyProps) {
  return (
    <div className={classes['empty']}>
      <p className={classes['what']}>{what}</p>
      {action}
      {curl && (
        <div className={classes['curl']}>
          <p className={classes['hint']}>{i18n.t('The same with the API:')}</p>
          <CodeBlock code={curl} label={i18n.t('Command')} />
        </div>
      )}
    </div>
  );
}

/** In the place of a list in which a filter found nothing; `words` say the filter. */
export function NothingFound({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <div className={classes['empty']} role="status">
      <p className={classes['what']}>{i18n.t('Nothing found for {words}.', { words })}</p>
      <Button variant="default" onClick={onClear}>
        {i18n.t('Clear the filter')}
      </Button>
    </div>
  );
}
