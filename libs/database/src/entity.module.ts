import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Db } from './db';
import { connectPause, connectTries, poolSettings, type DatabaseOptions } from './database-options';

/** TypeORM with the service's entities. */
export function entityModule(options: DatabaseOptions): DynamicModule {
  return TypeOrmModule.forRoot({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    entities: options.entities ?? [],
    retryAttempts: connectTries,
    retryDelay: connectPause,
    // A lost connection must not end the process: the pool makes a new one.
    poolErrorHandler: () => undefined,
    installExtensions: false,
    extra: poolSettings(options),
  });
}

/** Raw access on the pool beneath TypeORM. */
export const dbOfEntities: FactoryProvider<Db> = {
  provide: Db,
  useFactory: (source: DataSource) => new Db((source.driver as unknown as { master: Pool }).master),
  inject: [DataSource],
};
