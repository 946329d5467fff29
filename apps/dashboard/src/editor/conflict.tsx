import { Button } from '@mantine/core';
import { Notice } from '../parts/notice/notice';
import { dropCopy } from '../session/kept-copy';
import classes from './content-editor.module.css';
import { i18n } from '../text/i18n';

interface ConflictProps {
  /** The kind of content. */
  what: 'template' | 'campaign';
  id: string;
  newer: { subject: string; body: string };
  onMine: () => void;
  onTheirs: () => void;
}

const titles = {
  template: i18n.t('The template was changed by somebody else meanwhile. Both versions are here until you choose.'),
  campaign: i18n.t('The campaign was changed by somebody else meanwhile. Both versions are here until you choose.'),
};

/** Somebody else saved the content meanwhile: both versions are there until one is chosen. */
export function Conflict({ what, id, newer, onMine, onTheirs }: ConflictProps) {
  return (
    <Notice
      tone="watch"
      title={titles[what]}
      action={
        <>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              dropCopy(id);
              onTheirs();
            }}
          >
            {i18n.t('Take theirs')}
          </Button>{' '}
          <Button size="xs" variant="default" onClick={onMine}>
            {i18n.t('Keep mine')}
          </Button>
        </>
      }
    >
      <details>
        <summary>{i18n.t('The other version')}</summary>
        <p>{newer.subject}</p>
        <pre className={classes['other']} tabIndex={0}>
          {newer.body}
        </pre>
      </details>
    </Notice>
  );
}
