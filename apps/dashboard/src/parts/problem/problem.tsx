import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { asApiError } from '../../api/api-error';
import { CopyButton } from '../copy/copy';
import classes from './problem.module.css';
import { i18n } from '../../text/i18n';

interface ProblemProps {
  error: unknown;
  /** Tries again; left out where that is of no use. */
  onRetry?: () => void;
}

/** An error in the place of the part that failed: message, advice, code and request id. The rest of the page goes on. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { message, suggestion, code, requestId, status } = asApiError(error);
  return (
    <div className={classes['problem']} role="alert">
      <CircleAlert size={18} aria-hidden className={classes['icon']} />
      <div className={classes['text']}>
        <p className={classes['message']}>{message}</p>
        {suggestion && <p>{suggestion}</p>}
        <p className={classes['code']}>
          <code>{code}</code>
          {requestId && (
            <>
              <span>
                {i18n.t('request')} <code>{requestId}</code>
              </span>
              <CopyButton value={requestId} label={i18n.t('Copy the request id')} />
            </>
          )}
        </p>
        {onRetry && status !== 403 && status !== 404 && (
          <Button variant="default" size="xs" mt={8} onClick={onRetry}>
            {i18n.t('Try again')}
          </Button>
        )}
      </div>
    </div>
  );
}
