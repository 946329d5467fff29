import { Controller, Get } from '@nestjs/common';
import { Access, FromCaller, type Caller } from '../../access/route/access';
import { success, type Success } from '../../edge/success';
import { SecurityService, type SecurityView } from './security.service';

/** The security state of a project: bare for the dashboard, wrapped under `/projects`. */
@Controller()
export class SecurityController {
  constructor(private readonly security: SecurityService) {}

  @Get('users/@me/projects/:id/security')
  @Access('member')
  mine(@FromCaller() { projectId }: Caller): Promise<SecurityView> {
    return this.security.get(projectId);
  }

  @Get('projects/:projectId/security')
  @Access('project-path')
  async ofProject(@FromCaller() { projectId }: Caller): Promise<Success<SecurityView>> {
    return success(await this.security.get(projectId));
  }
}
