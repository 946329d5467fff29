import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { DatabaseOptions } from './database-options';
import { Db } from './db';
import { OwnPool } from './own-pool';

/** The pool of {@link Db}, and one of TypeORM's own where the service has entities. */
@Global()
@Module({})
export class DatabaseModule {
  static async forRoot(options: DatabaseOptions): Promise<DynamicModule> {
    const module = { module: DatabaseModule, exports: [Db] };
    // Loaded only here: a service without entities does without its memory.
    const imports = options.entities?.length ? [(await import('./entity.module')).entityModule(options)] : [];
    const own = { provide: OwnPool, useFactory: () => OwnPool.open(options) };
    const db = { provide: Db, useFactory: ({ pool }: OwnPool) => new Db(pool), inject: [OwnPool] };
    return { ...module, imports, providers: [own, db] };
  }
}
