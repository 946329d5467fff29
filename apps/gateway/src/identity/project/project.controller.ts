import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CreateProject, UpdateProject, type ProjectView } from '@waybill/contracts/accounts/project';
import { Access, FromAccount, FromCaller, type Account, type Caller } from '../../access/route/access';
import { valid } from '../../edge/valid';
import type { Role } from '../../access/route/role';
import { ProjectService } from './project.service';

/** `/users/@me/projects`: the projects of the signed-in user. */
@Controller('users/@me/projects')
export class ProjectController {
  constructor(private readonly projects: ProjectService) {}

  @Get()
  @Access('verified-session')
  list(@FromAccount() account: Account): Promise<(ProjectView & { role: Role })[]> {
    return this.projects.list(account);
  }

  @Post()
  @Access('verified-session')
  create(
    @FromAccount() account: Account,
    @Body(valid(CreateProject)) { name }: CreateProject,
  ): Promise<ProjectView & { role: Role }> {
    return this.projects.create(account, name);
  }

  @Patch(':id')
  @Access('member', 'ADMIN')
  update(@FromCaller() { projectId }: Caller, @Body(valid(UpdateProject)) change: UpdateProject): Promise<ProjectView> {
    return this.projects.update(projectId, change);
  }

  @Post(':id/regenerate-keys')
  @HttpCode(200)
  @Access('member', 'ADMIN')
  regenerateKeys(@FromCaller() { projectId }: Caller): Promise<ProjectView> {
    return this.projects.regenerateKeys(projectId);
  }
}
