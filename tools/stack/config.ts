import { PUBLIC_PORT } from './services.ts';

/** What a person can set for `npm start`. */
export interface StackConfig {
  /** PORT: the public port of the gateway, 3000. */
  port: number;
  /** DATABASE_URL: a PostgreSQL to use instead of starting one. */
  databaseUrl?: string;
  /** NATS_URL: a NATS with JetStream to use instead of starting one. */
  natsUrl?: string;
  /** DEMO_CONTENT: false leaves the demo project empty. */
  fillsDemo: boolean;
}

/** Reads the environment. Throws a sentence when PORT is no port. */
export function stackConfig(env: Record<string, string | undefined> = process.env): StackConfig {
  const port = Number(env.PORT || PUBLIC_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT=${env.PORT} is not a port number.`);
  const fillsDemo = env.DEMO_CONTENT !== 'false';
  return { port, databaseUrl: env.DATABASE_URL || undefined, natsUrl: env.NATS_URL || undefined, fillsDemo };
}
