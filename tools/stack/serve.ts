/** `nx serve <service>`: one service from source, built and started again on every change, inside the running stack. */
import { watchApp } from '../build.ts';
import { ControlClient } from './control.ts';
import { labelled } from './labels.ts';
import { runningSupervisor } from './run-file.ts';
import { SERVICES } from './services.ts';
import { ServedService } from './process/served-service.ts';
import { stateFolder } from './state-folder.ts';

/** Answers the exit code: 1 when there is nothing to serve into. */
async function main(root: string, name: string | undefined): Promise<number> {
  const index = SERVICES.findIndex((service) => service.name === name);
  if (!name || index < 0) {
    console.error(`Which service? One of: ${SERVICES.map((service) => service.name).join(', ')}`);
    return 1;
  }
  const state = stateFolder(root);
  const control = runningSupervisor(state) && (await ControlClient.open(state.control).catch(() => null));
  if (!control) {
    console.error(
      `The stack is not up, and ${name} needs its Postgres and NATS. Start it in another terminal: npm start`,
    );
    return 1;
  }
  const say = labelled('serve', 0);
  const wantsOut = onSignals();
  const { env } = await control.ask({ op: 'pause', service: name });
  const launch = { name, root, env: env ?? {}, print: labelled(name, index + 1) };
  const served = new ServedService(launch, {
    say,
    started: async (pid) => void (await control.ask({ op: 'stand-in', service: name, pid })),
  });
  const watch = await watchApp(name, root, (errors) => {
    if (errors === 0) served.restart();
    else say('the build failed; the last good one keeps running');
  });
  const cause = await Promise.race([wantsOut.then(() => 'asked'), control.closed.then(() => 'the stack stopped')]);
  say(`stopping: ${cause}`);
  await watch.stop();
  await served.stop();
  if (cause === 'asked') await control.ask({ op: 'resume', service: name }).catch(() => undefined);
  control.close();
  return 0;
}

function onSignals(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  });
}

process.stdout.on('error', () => undefined);
main(process.cwd(), process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
