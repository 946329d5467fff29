import { Controller, Get } from '@nestjs/common';
import type { ProjectSummary, ProjectView } from '@waybill/contracts/accounts/project';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromAccount, FromCaller, type Account, type Caller } from '../../access/route/access';
import { success, type Success } from '../../edge/success';
import { ProjectService } from './project.service';

/** `/projects`: what a connector shows of a project and needs for its first email. */
@Controller('projects')
export class ProjectSummaryController {
  constructor(
    private readonly projects: ProjectService,
    private readonly asks: AskClient,
  ) {}

  /** The projects of the signed-in user, oldest first. */
  @Get()
  @Access('verified-session')
  async list(@FromAccount() account: Account): Promise<Success<ProjectSummary[]>> {
    const summaries: ProjectSummary[] = [];
    for (const project of await this.projects.list(account)) summaries.push(await this.summary(project));
    return success(summaries);
  }

  /** Reads the project of the secret key, or the one that `X-Project-Id` names. */
  @Get('@current')
  @Access('project')
  async current(@FromCaller() { projectId }: Caller): Promise<Success<ProjectSummary>> {
    return success(await this.summary(await this.projects.get(projectId)));
  }

  /** The one of the key. */
  @Get(':projectId')
  @Access('project-path')
  async get(@FromCaller() { projectId }: Caller): Promise<Success<ProjectSummary>> {
    return success(await this.summary(await this.projects.get(projectId)));
  }

  private async summary({ id, name, createdAt }: ProjectView): Promise<ProjectSummary> {
    const domains = await this.asks.ask('domain-verifier.list', { projectId: id });
    const first = domains.findLast(({ verified }) => verified);
    return { id, name, defaultSenderDomain: first?.domain ?? null, createdAt };
  }
}
