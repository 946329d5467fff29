import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Problem } from '../problem/problem';
import { i18n } from '../../text/i18n';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'failureReason' | 'isPlaceholderData' | 'refetch'>;
  /** The rough layout of what is to come; some lines unless given. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The three states of a part that reads something: a skeleton, the error in its place, the data. Data that was there stays
 * while it is read anew, also when that fails.
 */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, failureReason, isPlaceholderData, refetch } = query;
  const problem = error ? <Problem error={error} onRetry={() => void refetch()} /> : null;
  if (data === undefined) return problem ?? <Waiting reason={failureReason}>{skeleton ?? <SkeletonLines />}</Waiting>;
  return (
    <>
      {problem}
      <div style={isPlaceholderData ? { opacity: 0.6 } : undefined} aria-busy={isPlaceholderData}>
        {children(data)}
      </div>
    </>
  );
}

interface WaitingProps {
  /** Why the last try failed; null before it did. */
  reason: Error | null;
  /** The skeleton. */
  children: ReactNode;
}

/** A part that is being read; after a try that failed it says so, and that it is tried again. */
export function Waiting({ reason, children }: WaitingProps) {
  return (
    <>
      {reason && <p role="status">{i18n.t('{message}. It is tried again by itself.', { message: reason.message })}</p>}
      <Later>{children}</Later>
    </>
  );
}

/** Milliseconds before a skeleton is shown: most answers are there sooner. */
const skeletonAfterMs = 200;

/** Shows its content after a moment, so that a fast answer does not flicker. */
export function Later({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={i18n.t('Loading')}>
      {isLate && children}
    </div>
  );
}

/** Grey lines in the place of text. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={16} mb={12} width={`${90 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  );
}
