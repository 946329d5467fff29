/** Decides every port before anything starts. */
import { isPortFree, portNear } from './process/ports.ts';
import { NATS_PORT, POSTGRES_PORT, PUBLIC_PORT, SUBMISSION_PORT } from './services.ts';
import type { Service } from './services.ts';

export interface PortPlan {
  /** The public port: exactly the one asked for. */
  public: number;
  /** SMTP submission. */
  submission: number;
  postgres: number;
  nats: number;
  /** By service name. */
  ops: Record<string, number>;
}

/**
 * Internal ports move to free ones when theirs are taken; the public one does not, because clients know it.
 * The usual internal ports belong to the stack on the usual public port: two stacks that start in the same moment would
 * otherwise plan the same ones. Throws a sentence that says how to choose another.
 */
export async function planPorts(publicPort: number, services: readonly Service[]): Promise<PortPlan> {
  if (!(await isPortFree(publicPort))) {
    throw new Error(
      `Port ${publicPort} is taken by another program. Choose another one: PORT=${publicPort + 1000} npm start`,
    );
  }
  const taken = [publicPort];
  const next = async (wanted: number): Promise<number> => {
    const port = await portNear(publicPort === PUBLIC_PORT ? wanted : 0, taken);
    taken.push(port);
    return port;
  };
  const submission = await next(SUBMISSION_PORT);
  const postgres = await next(POSTGRES_PORT);
  const nats = await next(NATS_PORT);
  const ops: Record<string, number> = {};
  for (const service of services) ops[service.name] = await next(service.opsPort);
  return { public: publicPort, submission, postgres, nats, ops };
}
