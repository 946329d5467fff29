import type { AppLogger } from './logger';

/**
 * Stops the process once, on SIGTERM, SIGINT, or when its supervisor ends: runs the work given to
 * `with`, then exits 0; exits 1 when that takes longer than `seconds`.
 */
export function stopOnSignal(logger: AppLogger, seconds: number): { with(stop: () => Promise<void>): void } {
  let work: () => Promise<void> = () => Promise.resolve();
  let stopping = false;
  const stop = (cause: string): void => {
    if (stopping) return;
    stopping = true;
    logger.log(`stopping: ${cause}`);
    setTimeout(() => process.exit(1), seconds * 1_000).unref();
    work().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error(error instanceof Error ? error : String(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (process.env['WAYBILL_SUPERVISED'] === '1') {
    process.on('disconnect', () => stop('the supervisor is gone'));
    // It may have died while this process was loading.
    if (!process.connected) stop('the supervisor is gone');
  }
  process.on('unhandledRejection', (reason) =>
    logger.error({ msg: 'unhandled rejection', stack: String((reason as Error)?.stack ?? reason) }),
  );
  return { with: (stopWork) => (work = stopWork) };
}
