import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { ExecutionService } from './execution.service';
import { StatsService } from './stats.service';

/** Answers the asks about executions. */
@Controller()
export class ExecutionController {
  constructor(
    private readonly executions: ExecutionService,
    private readonly figures: StatsService,
  ) {}

  @MessagePattern(askSubject('workflow-engine.execution-start'))
  start(@Payload() request: AskRequest<'workflow-engine.execution-start'>) {
    return this.executions.start(request);
  }

  @MessagePattern(askSubject('workflow-engine.execution-list'))
  list(@Payload() request: AskRequest<'workflow-engine.execution-list'>) {
    return this.executions.list(request);
  }

  @MessagePattern(askSubject('workflow-engine.execution-get'))
  get(@Payload() key: AskRequest<'workflow-engine.execution-get'>) {
    return this.executions.get(key);
  }

  @MessagePattern(askSubject('workflow-engine.execution-cancel'))
  cancel(@Payload() key: AskRequest<'workflow-engine.execution-cancel'>) {
    return this.executions.cancel(key);
  }

  @MessagePattern(askSubject('workflow-engine.execution-cancel-all'))
  cancelAll(@Payload() key: AskRequest<'workflow-engine.execution-cancel-all'>) {
    return this.executions.cancelAll(key);
  }

  @MessagePattern(askSubject('workflow-engine.stats'))
  stats(@Payload() key: AskRequest<'workflow-engine.stats'>): Promise<AskReply<'workflow-engine.stats'>> {
    return this.figures.of(key);
  }

  @MessagePattern(askSubject('workflow-engine.upcoming'))
  upcoming(@Payload() request: AskRequest<'workflow-engine.upcoming'>) {
    return this.executions.upcoming(request);
  }
}
