import { Module, type DynamicModule } from '@nestjs/common';
import { Db } from './db';
import { Jobs } from './jobs';

/** Gives a service {@link Jobs} in the schema that its migration made with `app.create_job_schema`. */
@Module({})
export class JobsModule {
  static forRoot(schema: string): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [{ provide: Jobs, useFactory: (db: Db) => new Jobs(db, schema), inject: [Db] }],
      exports: [Jobs],
    };
  }
}
