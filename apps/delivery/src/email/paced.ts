/**
 * Spreads calls: the first one runs `action` at once, what follows within `interval` milliseconds is one call at its end.
 * For wake-ups that come with every small commit under load, where one for many does the same.
 */
export function paced(action: () => void, interval: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const rest = (): void => {
    timer = undefined;
    if (!again) return;
    again = false;
    run();
  };
  const run = (): void => {
    timer = setTimeout(rest, interval);
    action();
  };
  return () => {
    if (timer) again = true;
    else run();
  };
}
