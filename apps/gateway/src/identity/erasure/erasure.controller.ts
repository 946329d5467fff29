import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Access, FromAccount, FromCaller, RequestId, type Account, type Caller } from '../../access/route/access';
import { ErasureService, type ErasureKind, type ErasureView } from './erasure.service';

interface Queued {
  success: true;
  message: string;
  jobId: string;
}

/** Reset and deletion of a project: queued, and watched under `jobs/{jobId}` until done. */
@Controller('users/@me/projects/:id')
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  /** Wipes the project's data; domains, members and keys stay. */
  @Post('reset')
  @HttpCode(202)
  @Access('member', 'ADMIN')
  reset(@FromCaller() caller: Caller, @FromAccount() account: Account, @RequestId() id: string): Promise<Queued> {
    return this.start('reset', caller, account, id);
  }

  @Delete()
  @HttpCode(202)
  @Access('member', 'ADMIN')
  delete(@FromCaller() caller: Caller, @FromAccount() account: Account, @RequestId() id: string): Promise<Queued> {
    return this.start('delete', caller, account, id);
  }

  /** Readable by the user who started the job, also after the project is deleted. */
  @Get('jobs/:jobId')
  @Access('verified-session')
  job(
    @Param('id') projectId: string,
    @Param('jobId') jobId: string,
    @FromAccount() { userId }: Account,
  ): Promise<ErasureView> {
    return this.erasures.get(jobId, projectId, userId);
  }

  private async start(kind: ErasureKind, { projectId }: Caller, { userId }: Account, requestId: string) {
    const jobId = await this.erasures.start(kind, projectId, userId, requestId);
    const message = kind === 'reset' ? 'The data of the project is being deleted' : 'The project is being deleted';
    return { success: true as const, message, jobId };
  }
}
