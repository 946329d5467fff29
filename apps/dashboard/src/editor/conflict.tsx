import { Button } from '@mantine/core';
import { Notice } from '../parts/notice/notice';
import { dropCopy } from '../session/kept-copy';
import classes from './content-editor.module.css';

interface ConflictProps {
  /** "template" or "campaign". */
  noun: string;
  id: string;
  newer: { subject: string; body: string };
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody else saved the content meanwhile: both versions are there until one is chosen. */
export function Conflict({ noun, id, newer, onMine, onTheirs }: ConflictProps) {
  return (
    <Notice
      tone="watch"
      title={`The ${noun} was changed by somebody else meanwhile. Both versions are here until you choose.`}
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
            Take theirs
          </Button>{' '}
          <Button size="xs" variant="default" onClick={onMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <details>
        <summary>The other version</summary>
        <p>{newer.subject}</p>
        <pre className={classes['other']} tabIndex={0}>
          {newer.body}
        </pre>
      </details>
    </Notice>
  );
}
