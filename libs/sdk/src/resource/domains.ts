import type { CallOptions, Transport } from '../call/transport';
import type { Schema } from '../call/wire';
import type { Projects } from './projects';

export type Domain = Schema<'DomainView'>;
export type DomainCheck = Schema<'DomainCheckView'>;

/** Sending domains. */
export class Domains {
  constructor(
    private readonly transport: Transport,
    private readonly projects: Projects,
  ) {}

  /** Adds a domain; `records` are to be published in DNS. */
  add(domain: string, options?: CallOptions): Promise<Domain> {
    return this.transport.call('post', '/domains', { body: { domain }, options });
  }

  /** The domains of the project. */
  async list(options?: CallOptions): Promise<Domain[]> {
    const { id: projectId } = await this.projects.current(options);
    return this.transport.call('get', '/domains/project/{projectId}', { path: { projectId }, options });
  }

  /** Looks the records up in DNS now. */
  check(id: string, options?: CallOptions): Promise<DomainCheck> {
    return this.transport.call('get', '/domains/{id}/verify', { path: { id }, options });
  }

  async remove(id: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/domains/{id}', { path: { id }, options });
  }
}
