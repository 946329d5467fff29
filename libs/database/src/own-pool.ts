import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionUrl } from './connection-url';
import { connectPause, connectAttempts, poolSettings, type DatabaseOptions } from './database-options';

/** The connections of `Db`. */
export class OwnPool implements OnApplicationShutdown {
  private constructor(readonly pool: Pool) {}

  /** Waits until the database answers. @throws the last error after ten seconds of attempts */
  static async open(options: DatabaseOptions): Promise<OwnPool> {
    const { url, applicationName } = options;
    const pool = new Pool({
      connectionString: connectionUrl(url),
      application_name: applicationName,
      ...poolSettings(options),
    });
    // A lost connection must not end the process: the pool makes a new one.
    pool.on('error', () => undefined);
    const logger = new Logger(OwnPool.name);
    for (let attempts = 1; ; attempts++) {
      try {
        await pool.query('SELECT 1');
        return new OwnPool(pool);
      } catch (error) {
        if (attempts === connectAttempts) {
          await pool.end();
          throw error;
        }
        if (attempts === 1) logger.warn(`the database is unavailable, will retry: ${String(error)}`);
        await delay(connectPause);
      }
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
