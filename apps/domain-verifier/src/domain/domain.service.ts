import { Inject, Injectable } from '@nestjs/common';
import type { DomainView } from '@waybill/contracts/domains/domain';
import type { Receivers } from '@waybill/contracts/domains/sender';
import type { SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import { AppError, validationError } from '@waybill/contracts/errors';
import { newId } from '@waybill/database/ids';
import { DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from '../config';
import { PROVER, type Prover } from '../identity/prover';
import { SecretBox } from '../secret/secret-box';
import { domainName } from './domain-name';
import { DomainStore } from './domain.store';
import { toView } from './domain-view';
import { mailHosts, type MailHosts } from './records';

/** The sending domains of projects. */
@Injectable()
export class DomainService {
  readonly hosts: MailHosts;

  constructor(
    private readonly store: DomainStore,
    private readonly box: SecretBox,
    @Inject(PROVER) private readonly prover: Prover,
    @Inject(DOMAIN_VERIFIER_CONFIG) private readonly config: DomainVerifierConfig,
  ) {
    this.hosts = mailHosts(config);
  }

  async list(projectId: string): Promise<DomainView[]> {
    return (await this.store.list(projectId)).map((domain) => toView(domain, this.hosts));
  }

  /** Adds a domain and what will prove it. 422 for a name that nobody can send from, 409 when a project has it. */
  async add(projectId: string, typed: string): Promise<DomainView> {
    const read = domainName(typed);
    if ('problem' in read) {
      throw validationError([{ field: 'domain', code: 'invalid_string', message: `domain ${read.problem}` }]);
    }
    const { name } = read;
    const owner = await this.store.findOwner(name);
    if (owner !== null) throw taken(name, owner === projectId);
    const id = newId();
    const proof = await this.prover.prepare(id, name);
    const domain = await this.store.insert({ projectId, id, name }, proof, this.config.DOMAIN_CHECK_SECONDS);
    if (!domain) throw taken(name, (await this.store.findOwner(name)) === projectId);
    return toView(domain, this.hosts);
  }

  /** Nothing is accepted from the domain any more, and its signing key is gone. */
  /** The name of a domain; 404 `DOMAIN_NOT_FOUND` when the project has none of that id. */
  async getName(projectId: string, id: string): Promise<string> {
    const domain = await this.store.find(projectId, id);
    if (!domain) throw notFound();
    return domain.name;
  }

  async remove(projectId: string, id: string): Promise<void> {
    const domain = await this.store.remove(projectId, id);
    if (!domain) throw notFound();
    if (domain.proof === 'ses') await this.prover.removed(domain.name);
  }

  findVerified(projectId: string, names: string[]): Promise<string[]> {
    return this.store.findVerified(projectId, names);
  }

  /** The project of each of the names that is verified. */
  findReceivers(names: string[]): Promise<Receivers['receivers']> {
    return this.store.findReceivers(names);
  }

  /** The key that signs mail of a domain; none where the provider signs or the domain is not verified. */
  async signingKey(projectId: string, name: string): Promise<SigningKeyReply> {
    const sealed = await this.store.findSigningKey(projectId, name);
    if (!sealed) return { key: null };
    return { key: { selector: sealed.selector, privateKeyPem: this.box.open(sealed.box, sealed.id) } };
  }

  /** Records a domain that needs no proof, because the installation itself owns it. A name of another project is refused. */
  async addVerified(projectId: string, name: string): Promise<void> {
    const added = await this.store.addVerified(projectId, newId(), name.toLowerCase());
    if (!added) throw new Error(`${name} belongs to another project`);
  }
}

export const notFound = (): AppError => new AppError('DOMAIN_NOT_FOUND', 'There is no such domain in this project');

const taken = (name: string, own: boolean): AppError =>
  new AppError(
    'CONFLICT',
    own ? `${name} is already a domain of this project` : `${name} is already a domain of another project`,
    undefined,
    own ? 'Read it with GET /domains/project/{projectId}.' : 'A domain belongs to one project: remove it there first.',
  );
