import { eventually } from './eventually';

/** Does the work again while it is refused with 503, as callers do. Any other error is thrown at once. */
export async function served<T>(work: () => Promise<T>): Promise<T> {
  const outcome = await eventually('an answer other than 503', () =>
    work().then(
      (answer) => ({ answer }),
      (error: { code?: string }) => (error.code === 'SERVICE_UNAVAILABLE' ? null : { error }),
    ),
  );
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}
