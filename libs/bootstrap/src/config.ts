import { readFileSync } from 'node:fs';

/** One setting: how its text is read, what it is without one, and the sentence that documents it. */
export interface Setting<T> {
  readonly kind: string;
  readonly fallback: T | undefined;
  readonly doc: string;
  readonly secret: boolean;
  parse(text: string): T;
}

export type Settings = Record<string, Setting<unknown>>;
export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

interface Options {
  /** Not shown in documentation or logs. */
  secret?: boolean;
}

function setting<T>(kind: string, parse: (text: string) => T, fallback: T | undefined, doc: string, options?: Options) {
  return { kind, parse, fallback, doc, secret: options?.secret ?? false } satisfies Setting<T>;
}

/** A text; without a fallback it is required. */
export const text = (doc: string, fallback?: string, options?: Options): Setting<string> =>
  setting('text', (value) => value, fallback, doc, options);

/** A text that may be left out. */
export const optionalText = (doc: string, options?: Options): Setting<string | null> =>
  setting<string | null>('text, optional', (value) => value, null, doc, options);

/** A whole number within bounds. */
export function wholeNumber(doc: string, fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER): Setting<number> {
  return setting(
    `whole number ${min}..${max === Number.MAX_SAFE_INTEGER ? '' : max}`,
    (value) => {
      const number = Number(value);
      if (!Number.isInteger(number) || number < min || number > max)
        throw new Error(`must be a whole number from ${min}`);
      return number;
    },
    fallback,
    doc,
  );
}

/** A share between 0 and 1. */
export const share = (doc: string, fallback: number): Setting<number> =>
  setting(
    'number 0..1',
    (value) => {
      const number = Number(value);
      if (!(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
      return number;
    },
    fallback,
    doc,
  );

/** true or false. */
export const flag = (doc: string, fallback: boolean): Setting<boolean> =>
  setting(
    'true or false',
    (value) => {
      if (!['true', 'false', '1', '0'].includes(value)) throw new Error('must be true or false');
      return value === 'true' || value === '1';
    },
    fallback,
    doc,
  );

/** One of a few words. */
export function choice<const W extends string>(doc: string, words: readonly W[], fallback: W): Setting<W> {
  return setting<W>(
    words.join(', '),
    (value) => {
      const word = words.find((candidate) => candidate === value);
      if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
      return word;
    },
    fallback,
    doc,
  );
}

/**
 * Reads all settings; throws one error that names every wrong or missing one. An empty text counts as missing. A secret may
 * lie in a file, as containers are given theirs: `<KEY>_FILE` is its path.
 */
export function readConfig<S extends Settings>(settings: S, env: NodeJS.ProcessEnv = process.env): ConfigOf<S> {
  return read(settings, env) as ConfigOf<S>;
}

/** Reads the settings of every service and those of one service, as {@link readConfig}. */
export function readServiceConfig<S extends Settings>(settings: S): ConfigOf<S> & ServiceConfig {
  return read({ ...serviceSettings, ...settings }, process.env) as ConfigOf<S> & ServiceConfig;
}

function read(settings: Settings, env: NodeJS.ProcessEnv): Record<string, unknown> {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([key, definition]) => {
    try {
      const value = definition.secret ? secretValue(key, env) : env[key];
      if (value === undefined || value === '') {
        if (definition.fallback === undefined) problems.push(`${key} is required: ${definition.doc}`);
        return [key, definition.fallback];
      }
      return [key, definition.parse(value)];
    } catch (error) {
      problems.push(`${key} ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
  if (problems.length > 0) throw new Error(`The configuration is not valid:\n  ${problems.join('\n  ')}`);
  return Object.fromEntries(entries);
}

function secretValue(key: string, env: NodeJS.ProcessEnv): string | undefined {
  const path = env[`${key}_FILE`];
  if (!path) return env[key];
  if (env[key]) throw new Error(`and ${key}_FILE are both given: only one of them may be`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`cannot be read from ${key}_FILE: ${(error as Error).message}`, { cause: error });
  }
}

/** Where traces go. The names are those of OpenTelemetry. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
    'Collector of traces that speaks OTLP over HTTP, for example http://collector:4318; without one no traces are made.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optionalText('Headers for the collector, as name=value, several separated by commas.', {
    secret: true,
  }),
  OTEL_TRACES_SAMPLER_ARG: share('Share of the requests whose trace is made, unless their caller says it.', 1),
};

export type TracingConfig = ConfigOf<typeof tracingSettings>;

/** The settings that every service has. */
export const serviceSettings = {
  DATABASE_URL: text(
    'Postgres 15 or later, as postgres://user:password@host:port/database. For TLS add ?sslmode=verify-full&sslrootcert=<PEM file of the authority>, with sslcert and sslkey for a client certificate; the modes mean what they mean to psql.',
    undefined,
    { secret: true },
  ),
  DATABASE_ROLE: optionalText('Database role whose rights the service takes; waybill_<service> unless given.'),
  DATABASE_POOL: wholeNumber('Most database connections of one process.', 8, 1, 100),
  NATS_URL: text(
    'NATS server 2.9 or later with JetStream, as nats://host:port, nats://user:password@host:port or nats://token@host:port; tls:// insists on TLS. Several servers are separated by commas.',
    'nats://127.0.0.1:4222',
    { secret: true },
  ),
  NATS_CREDS: optionalText('File with the credentials (JWT and seed) of this service at NATS.'),
  NATS_NKEY_SEED: optionalText('Seed of the nkey of this service at NATS.', { secret: true }),
  NATS_TLS_CA: optionalText(
    'PEM file with the authorities that sign the certificate of NATS; those of the system without it. With any of the three, TLS is obligatory.',
  ),
  NATS_TLS_CERT: optionalText('PEM file with the certificate by which this service proves itself to NATS.'),
  NATS_TLS_KEY: optionalText('PEM file with the key of that certificate.'),
  NATS_STREAM_REPLICAS: wholeNumber(
    'Servers of the NATS cluster that keep each stream: 1 for a single server, 3 in a cluster of three or more. A stream that has fewer gets more; it is never given fewer.',
    1,
    1,
    5,
  ),
  ASK_DEADLINE_MS: wholeNumber(
    'How long another service may take to answer; after it a caller hears 503. Two seconds are promised for an outage.',
    1_500,
    100,
    60_000,
  ),
  OPS_PORT: wholeNumber('Port of /health/live, /health/ready and /metrics; 0 takes a free one.', 0, 0, 65535),
  OPS_HOST: text('Address the operations port listens on.', '127.0.0.1'),
  LOG_LEVEL: choice('Least level that is logged.', ['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
  LOG_FORMAT: choice('json for collectors, pretty for people.', ['json', 'pretty'], 'json'),
  DRAIN_SECONDS: wholeNumber('How long a stopping process may take to finish what it has begun.', 20, 1, 300),
  ...tracingSettings,
};

export type ServiceConfig = ConfigOf<typeof serviceSettings>;
