import type { CallOptions, Transport } from '../call/transport';
import type { Schema } from '../call/wire';

export type Project = Schema<'ProjectSummary'>;

/** The project of the key. */
export class Projects {
  constructor(private readonly transport: Transport) {}

  current(options?: CallOptions): Promise<Project> {
    return this.transport.data('get', '/projects/@current', { options });
  }

  /** Bounce and complaint rates, and what they led to. */
  async security(options?: CallOptions): Promise<Schema<'SecurityView'>> {
    const { id: projectId } = await this.current(options);
    return this.transport.data('get', '/projects/{projectId}/security', { path: { projectId }, options });
  }
}
