import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { DatabaseOptions } from './database-options';
import { Db } from './db';
import { OwnPool } from './own-pool';

/** One pool per process: TypeORM's where the service has entities, which {@link Db} uses too. */
@Global()
@Module({})
export class DatabaseModule {
  static async forRoot(options: DatabaseOptions): Promise<DynamicModule> {
    const module = { module: DatabaseModule, exports: [Db] };
    if (options.entities?.length) {
      // Loaded only here: a service without entities does without its memory.
      const { entityModule, dbOfEntities } = await import('./entity.module');
      return { ...module, imports: [entityModule(options)], providers: [dbOfEntities] };
    }
    const own = { provide: OwnPool, useFactory: () => OwnPool.open(options) };
    const db = { provide: Db, useFactory: ({ pool }: OwnPool) => new Db(pool), inject: [OwnPool] };
    return { ...module, providers: [own, db] };
  }
}
