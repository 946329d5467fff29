import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import { Db } from './db';

export interface DatabaseOptions {
  /** `postgres://` URL of the login. */
  url: string;
  /** The role whose rights the service has: its own schema, nothing else. */
  role: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Connections of this process. */
  poolSize: number;
  entities?: (Function | EntitySchema)[];
  /** Server settings of every connection, for example `{ enable_seqscan: 'off' }`. */
  settings?: Record<string, string>;
}

/** One pool per process: TypeORM's, which {@link Db} uses too. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url: options.url,
          applicationName: options.applicationName,
          entities: options.entities ?? [],
          retryAttempts: 40,
          retryDelay: 250,
          // A lost connection must not end the process: the pool makes a new one.
          poolErrorHandler: () => undefined,
          installExtensions: false,
          extra: {
            // Statements begun together are sent without waiting for each other's answer: see Transaction.
            pipeline: true,
            max: options.poolSize,
            connectionTimeoutMillis: 1_500,
            query_timeout: 30_000,
            idleTimeoutMillis: 30_000,
            options: connectionSettings(options),
          },
        }),
      ],
      providers: [{ provide: Db, useFactory: (source: DataSource) => new Db(poolOf(source)), inject: [DataSource] }],
      exports: [Db],
    };
  }
}

function connectionSettings({ role, settings }: DatabaseOptions): string {
  const all = { role, statement_timeout: '30000', idle_in_transaction_session_timeout: '30000', ...settings };
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The pg pool beneath a data source. */
export function poolOf(source: DataSource): Pool {
  return (source.driver as unknown as { master: Pool }).master;
}
