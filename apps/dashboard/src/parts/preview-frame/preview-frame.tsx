import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Schema } from '../../api/client';
import { useProject } from '../../session/project';
import classes from './preview-frame.module.css';

interface PreviewFrameProps {
  title: string;
  request: Schema<'RenderTemplate'>;
  /** Width of the window that is played, in pixels; as wide as there is place unless given. */
  width?: number;
}

/** Milliseconds after the last change until the frame is asked for again. */
const settleMs = 400;
let frames = 0;

/**
 * How a content looks when it is sent: a form is posted into a frame without any right, and the answer brings a policy of its
 * own, so that nothing in the email runs and the page's policy does not take its styles away.
 */
export function PreviewFrame({ title, request, width }: PreviewFrameProps) {
  const { id } = useProject();
  const form = useRef<HTMLFormElement>(null);
  const [name] = useState(() => `preview-${++frames}`);
  const [json] = useDebouncedValue(JSON.stringify(request), settleMs);
  useEffect(() => form.current?.submit(), [json]);
  return (
    <>
      <form ref={form} action="/templates/render/page" method="post" target={name} hidden>
        <input type="hidden" name="projectId" value={id} />
        <input type="hidden" name="request" value={json} />
      </form>
      <iframe
        name={name}
        title={title}
        sandbox=""
        className={classes['frame']}
        style={width ? { maxWidth: width } : undefined}
      />
    </>
  );
}
