import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { KeyedSemaphore } from '@waybill/concurrency/semaphore';
import type { DomainView } from '@waybill/contracts/domains/domain';
import { AppError, validationError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import { Db, type Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import type { Repository } from 'typeorm';
import { DOMAIN_VERIFIER_CONFIG, type DomainVerifierConfig } from '../config';
import { recordStatus } from './record-match';
import { DnsLookup } from '../dns/dns-lookup';
import { IdentityWorker } from '../identity/identity.worker';
import { PROVER, type NewProof, type Prover } from '../identity/prover';
import { domainName } from './domain-name';
import { Domain } from './domain.entity';
import * as sql from './domain.sql';
import { toView } from './domain-view';
import { mailHosts, ownershipRecord, type MailHosts, type WantedRecord } from './records';

interface NewDomain {
  projectId: string;
  id: string;
  name: string;
  ownershipToken: string;
}
type Row<T> = T & Record<string, unknown>;

/** A contested name waits 30 days for its record; a project may contest 100 names at once, the newest. */
const contestDays = 30;
const maxContests = 100;
/** Creating a key takes a tenth of a second of a whole core: a project creates one at a time. */
const additionsOfProject = {
  ...{ capacity: 1, maxWaiting: 20, maxWaitMs: 5_000, tooMany: 'Too many domains are being added' },
};

/** The sending domains of projects. */
@Injectable()
export class DomainService {
  readonly hosts: MailHosts;
  private readonly additions = new KeyedSemaphore(additionsOfProject);

  constructor(
    @InjectRepository(Domain) private readonly domains: Repository<Domain>,
    private readonly db: Db,
    private readonly identities: IdentityWorker,
    private readonly dns: DnsLookup,
    @Inject(PROVER) private readonly prover: Prover,
    @Inject(DOMAIN_VERIFIER_CONFIG) private readonly config: DomainVerifierConfig,
  ) {
    this.hosts = mailHosts(config);
  }

  /** The project that has the domain; null when no project has. */
  async projectOf(id: string): Promise<string | null> {
    const domain = await this.domains.findOne({ select: { projectId: true }, where: { id } });
    return domain?.projectId ?? null;
  }

  /** All of a project, newest first. */
  async list(projectId: string): Promise<DomainView[]> {
    const domains = await this.domains.find({ where: { projectId }, order: { createdAt: 'DESC', id: 'DESC' } });
    return domains.map((domain) => toView(domain, this.hosts));
  }

  /** @throws AppError 404 `DOMAIN_NOT_FOUND`, also for a domain of another project. */
  async get(projectId: string, id: string): Promise<Domain> {
    const domain = isUuid(id) ? await this.domains.findOneBy({ projectId, id }) : null;
    if (!domain) throw new AppError('DOMAIN_NOT_FOUND', 'There is no such domain in this project');
    return domain;
  }

  /**
   * Adds a domain with its proof.
   * @throws AppError 422 for a name that cannot be a sending domain, 409 when a project has it, 403 when the project has its
   * maximum of domains.
   */
  add(projectId: string, typed: string): Promise<DomainView> {
    return this.additions.run(projectId, async () => {
      const read = domainName(typed);
      if ('problem' in read) {
        throw validationError([{ field: 'domain', code: 'invalid_string', message: `domain ${read.problem}` }]);
      }
      const { name } = read;
      const owner = await this.ownerOf(name);
      if (owner?.projectId !== projectId) await this.refuseIfFull(projectId);
      if (!owner) return this.insert({ projectId, id: newId(), name, ownershipToken: newToken() });
      if (owner.verified || owner.projectId === projectId) throw taken(name, owner.projectId === projectId);
      return this.contest(projectId, name);
    });
  }

  /** The other projects that have verified a domain above this name. */
  async ownersAbove(projectId: string, typed: string): Promise<string[]> {
    const read = domainName(typed);
    if ('problem' in read) return [];
    const labels = read.name.split('.');
    const above = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
    const rows = await this.db.query<{ projectId: string }>(sql.findVerifiedOwners, [above]);
    return rows.map((row) => row.projectId).filter((owner) => owner !== projectId);
  }

  /** Nothing is accepted from the domain any more and its signing key is gone; its identity at the provider goes next. */
  async remove(projectId: string, id: string): Promise<void> {
    const domain = await this.get(projectId, id);
    await this.domains.delete({ projectId, id });
    if (domain.proof === 'ses') await this.identities.release(domain.name);
  }

  /** Records a domain of the installation itself, which needs no proof. @throws when it is another project's. */
  async addVerified(projectId: string, name: string): Promise<void> {
    const rows = await this.db.query(sql.insertVerifiedDomain, [projectId, newId(), name.toLowerCase()]);
    if (rows.length === 0) throw new Error(`${name} belongs to another project`);
  }

  private async refuseIfFull(projectId: string): Promise<void> {
    const max = this.config.MAX_DOMAINS_PER_PROJECT;
    if (max === 0 || (await this.domains.countBy({ projectId })) < max) return;
    const advice = 'Remove a domain that is not used any more.';
    throw new AppError('FORBIDDEN', `The project has ${max} domains, the maximum`, undefined, advice);
  }

  /**
   * The unproven domain of another project goes to the project that publishes a record of its own there: adding a name keeps
   * its owner out no longer than the owner likes.
   */
  private async contest(projectId: string, name: string): Promise<DomainView> {
    const ownershipToken = await this.db.transaction(async (tx) => {
      await tx.query(sql.pruneContests, [contestDays, projectId, maxContests]);
      const [row] = await tx.query<{ token: string }>(sql.contestName, [projectId, name, newToken()]);
      return (row as { token: string }).token;
    });
    const wanted = ownershipRecord(name, ownershipToken);
    const seen = recordStatus(wanted, await this.dns.find(wanted.type, wanted.name, true));
    if (seen !== 'verified') throw contested(wanted);
    return this.insert({ projectId, id: newId(), name, ownershipToken }, true);
  }

  /** `instead`: in place of the unproven domain of another project, unless that one has been proven meanwhile. */
  private async insert(domain: NewDomain, instead = false): Promise<DomainView> {
    const { projectId, id, name } = domain;
    if (this.prover.hasIdentities) await this.identities.note(name);
    const proof = await this.prover.prepare(id, name);
    const inserted = await this.db.transaction(async (tx) => {
      if (instead) {
        await tx.query(sql.deleteUnproven, [name, projectId]);
        await tx.query(sql.deleteContest, [projectId, name]);
      }
      return this.insertRow(tx, domain, proof);
    });
    if (!inserted) throw taken(name, (await this.ownerOf(name))?.projectId === projectId);
    return toView(inserted, this.hosts);
  }

  private async insertRow(tx: Queryable, domain: NewDomain, proof: NewProof): Promise<Domain | undefined> {
    const keys = [proof.dkimSelector ?? null, proof.dkimPublicKey ?? null, proof.dkimPrivateKey ?? null];
    const rows = await tx.query<Row<Domain>>(sql.insertDomain, [
      ...[domain.projectId, domain.id, domain.name, proof.proof, domain.ownershipToken],
      ...[...keys, proof.dkimTokens ?? [], this.config.DOMAIN_CHECK_SECONDS],
    ]);
    return rows[0];
  }

  private async ownerOf(name: string): Promise<{ projectId: string; verified: boolean } | undefined> {
    return (await this.db.query<{ projectId: string; verified: boolean }>(sql.findOwner, [name]))[0];
  }
}

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
