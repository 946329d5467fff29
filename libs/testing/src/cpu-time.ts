/**
 * Milliseconds of CPU that this process spends until `work` is done, those of its threads included. Unlike the time that passes, they
 * do not grow when other programs want the same cores.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
