import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '../parts/format/format';
import { Notice } from '../parts/notice/notice';
import { dropCopy, readCopy } from '../session/kept-copy';
import { i18n } from '../text/i18n';

interface KeptNoticeProps {
  /** Of the record. */
  id: string;
  /** The stored values, as the drafts are written. */
  saved: string;
  onTake: (draft: string) => void;
}

/** Offers what was typed in an earlier visit and never reached the server. */
export function KeptNotice({ id, saved, onTake }: KeptNoticeProps) {
  const [copy, setCopy] = useState(() => readCopy(id));
  if (!copy || copy.draft === saved) return null;
  const close = (): void => setCopy(null);
  return (
    <Notice
      tone="watch"
      title={i18n.t('What you typed on {moment} was not saved.', {
        moment: formatMoment(new Date(copy.at).toISOString()),
      })}
      action={
        <>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onTake(copy.draft);
              close();
            }}
          >
            {i18n.t('Take it up')}
          </Button>{' '}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              dropCopy(id);
              close();
            }}
          >
            {i18n.t('Drop it')}
          </Button>
        </>
      }
    />
  );
}
