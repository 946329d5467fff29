import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { ProjectReader } from './readers';

it('reads a project that changes while it is read', async () => {
  const settings = { enabled: true } as MailSettings;
  const answers: (() => void)[] = [];
  const asks = { ask: () => new Promise<never>((resolve) => answers.push(() => resolve(settings as never))) };
  let change: (projectId: string) => void = () => {};
  const broadcast = {
    subscribe: (_subject: string, listener: (projectId: string) => void) => void (change = listener),
  };
  const reader = new ProjectReader(asks, broadcast as never);
  const reading = reader.get('project');
  change('project');
  answers.shift()!();
  await expect(reading).resolves.toBe(settings);
});
