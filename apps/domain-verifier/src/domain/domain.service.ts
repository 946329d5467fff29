import { ProjectTurns } from '@waybill/database/turns';
import { Inject, Injectable } from '@nestjs/common';
import type { DomainView } from '@waybill/contracts/domains/domain';
import type { Receivers } from '@waybill/contracts/domains/sender';
import type { SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import { AppError, validationError } from '@waybill/contracts/errors';
import { newId } from '@waybill/database/ids';
import { randomBytes } from 'node:crypto';
import { DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from '../config';
import { recordStatus } from '../check/record-match';
import { DnsLookup } from '../dns/dns-lookup';
import { IdentityStore } from '../identity/identity.store';
import { PROVER, type Prover } from '../identity/prover';
import { SecretBox } from '../secret/secret-box';
import { domainName } from './domain-name';
import { DomainStore, type NewDomain } from './domain.store';
import { toView } from './domain-view';
import { mailHosts, ownershipRecord, type MailHosts, type WantedRecord } from './records';

/** The sending domains of projects. */
@Injectable()
export class DomainService {
  readonly hosts: MailHosts;
  /** A key takes a tenth of a second of a whole core. */
  private readonly turns = new ProjectTurns(1, 20, 'Too many domains are being added', 5_000);

  constructor(
    private readonly store: DomainStore,
    private readonly box: SecretBox,
    private readonly identities: IdentityStore,
    private readonly dns: DnsLookup,
    @Inject(PROVER) private readonly prover: Prover,
    @Inject(DOMAIN_VERIFIER_CONFIG) private readonly config: DomainVerifierConfig,
  ) {
    this.hosts = mailHosts(config);
  }

  async list(projectId: string): Promise<DomainView[]> {
    return (await this.store.list(projectId)).map((domain) => toView(domain, this.hosts));
  }

  /**
   * Adds a domain and what will prove it. 422 for a name that nobody can send from, 409 when a project has it, 403 when the
   * project has as many as it may.
   */
  add(projectId: string, typed: string): Promise<DomainView> {
    return this.turns.take(projectId, () => this.addInTurn(projectId, typed));
  }

  private async addInTurn(projectId: string, typed: string): Promise<DomainView> {
    const read = domainName(typed);
    if ('problem' in read) {
      throw validationError([{ field: 'domain', code: 'invalid_string', message: `domain ${read.problem}` }]);
    }
    const { name } = read;
    const owner = await this.store.findOwner(name);
    if (owner?.projectId !== projectId) await this.refuseIfFull(projectId);
    if (!owner) return this.insert({ projectId, id: newId(), name, ownershipToken: newToken() });
    if (owner.verified || owner.projectId === projectId) throw taken(name, owner.projectId === projectId);
    return this.contest(projectId, name);
  }

  private async refuseIfFull(projectId: string): Promise<void> {
    const most = this.config.MAX_DOMAINS_PER_PROJECT;
    if (most === 0 || (await this.store.count(projectId)) < most) return;
    const advice = 'Remove a domain that is not used any more.';
    throw new AppError('FORBIDDEN', `The project has ${most} domains, as many as it may`, undefined, advice);
  }

  /** The other projects that have verified a domain above this name. */
  async ownersAbove(projectId: string, typed: string): Promise<string[]> {
    const read = domainName(typed);
    if ('problem' in read) return [];
    const labels = read.name.split('.');
    const above = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
    return (await this.store.findVerifiedOwners(above)).filter((owner) => owner !== projectId);
  }

  /**
   * A name that another project has, but has not proven, goes to who publishes a record of its own there: adding a name keeps
   * its owner out no longer than the owner likes.
   */
  private async contest(projectId: string, name: string): Promise<DomainView> {
    const ownershipToken = await this.store.contest(projectId, name, newToken());
    const wanted = ownershipRecord(name, ownershipToken);
    const seen = recordStatus(wanted, await this.dns.find(wanted.type, wanted.name, true));
    if (seen !== 'verified') throw contested(wanted);
    return this.insert({ projectId, id: newId(), name, ownershipToken }, true);
  }

  private async insert(domain: NewDomain, instead = false): Promise<DomainView> {
    const { projectId, id, name } = domain;
    if (this.prover.hasIdentities) await this.identities.note(name);
    const proof = await this.prover.prepare(id, name);
    const seconds = this.config.DOMAIN_CHECK_SECONDS;
    const made = await (instead
      ? this.store.takeOver(domain, proof, seconds)
      : this.store.insert(domain, proof, seconds));
    if (!made) throw taken(name, (await this.store.findOwner(name))?.projectId === projectId);
    return toView(made, this.hosts);
  }

  /** The name of a domain; 404 `DOMAIN_NOT_FOUND` when the project has none of that id. */
  async getName(projectId: string, id: string): Promise<string> {
    const domain = await this.store.find(projectId, id);
    if (!domain) throw notFound();
    return domain.name;
  }

  /** Nothing is accepted from the domain any more, and its signing key is gone; the identity at the provider goes next. */
  async remove(projectId: string, id: string): Promise<void> {
    const domain = await this.store.remove(projectId, id);
    if (!domain) throw notFound();
    if (domain.proof !== 'ses') return;
    await this.identities.release(domain.name);
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

const newToken = (): string => randomBytes(16).toString('hex');

const contested = ({ name, value }: WantedRecord): AppError =>
  new AppError(
    'CONFLICT',
    'Another project has added this domain, but has not proven it',
    undefined,
    `If the domain is yours, create the TXT record ${name} with the text ${value} and add it again.`,
  );

const taken = (name: string, own: boolean): AppError =>
  new AppError(
    'CONFLICT',
    own ? `${name} is already a domain of this project` : `${name} is already a domain of another project`,
    undefined,
    own ? 'Read it with GET /domains/project/{projectId}.' : 'A domain belongs to one project: remove it there first.',
  );
