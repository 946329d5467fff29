import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { connectionUrl } from './connection-url';
import type { Queryable, Statement } from './db';
import { connectAttempts, connectPause, poolSettings, type DatabaseOptions } from './database-options';

/** Connections of TypeORM's own pool: it serves plain reads and writes of settings, the hot paths use `Db`. */
const entityPoolSize = 4;

/** TypeORM with the service's entities. No transaction spans its pool and that of `Db`. */
export function entityModule(options: DatabaseOptions): DynamicModule {
  return TypeOrmModule.forRoot({
    type: 'postgres',
    url: connectionUrl(options.url),
    applicationName: options.applicationName,
    entities: options.entities ?? [],
    retryAttempts: connectAttempts,
    retryDelay: connectPause,
    // A lost connection must not end the process: the pool makes a new one.
    poolErrorHandler: () => undefined,
    installExtensions: false,
    extra: poolSettings({ ...options, poolSize: entityPoolSize }),
  });
}

/** SQL in the transaction of an EntityManager, for a change that writes entities and other rows together. */
export const queryableOf = (transaction: EntityManager): Queryable => ({
  async query<T extends QueryResultRow>(statement: Statement | string, values: unknown[] = []): Promise<T[]> {
    const text = typeof statement === 'string' ? statement : statement.text;
    return (await transaction.queryRunner!.query(text, values, true)).records as T[];
  },
});
