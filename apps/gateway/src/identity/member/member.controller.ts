import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ChangeRole, InviteMember, type MemberView } from '@waybill/contracts/accounts/member';
import { Access, FromCaller, RequestId, type Caller } from '../../access/route/access';
import { success, type Success } from '../../edge/success';
import { valid } from '../../edge/valid';
import { MemberService } from './member.service';

/** `/projects/{id}/members`. */
@Controller('projects/:projectId/members')
export class MemberController {
  constructor(private readonly members: MemberService) {}

  @Get()
  @Access('project-path')
  async list(@FromCaller() { projectId }: Caller): Promise<Success<MemberView[]>> {
    return success(await this.members.list(projectId));
  }

  @Post()
  @Access('project-path', 'ADMIN')
  async invite(
    @FromCaller() { projectId }: Caller,
    @Body(valid(InviteMember)) body: InviteMember,
    @RequestId() requestId: string,
  ): Promise<Success<MemberView>> {
    return success(await this.members.invite(projectId, body, requestId));
  }

  @Patch(':userId')
  @Access('project-path', 'ADMIN')
  async setRole(
    @FromCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body(valid(ChangeRole)) { role }: ChangeRole,
  ): Promise<Success<MemberView>> {
    return success(await this.members.setRole(caller, userId.toLowerCase(), role));
  }

  @Delete(':userId')
  @HttpCode(204)
  @Access('project-path')
  async remove(@FromCaller() caller: Caller, @Param('userId') userId: string): Promise<void> {
    await this.members.remove(caller, userId.toLowerCase());
  }
}
