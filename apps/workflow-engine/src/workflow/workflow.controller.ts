import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { GraphService } from './graph.service';
import { StepService } from './step.service';
import { WorkflowFieldService } from './workflow-field.service';
import { WorkflowService } from './workflow.service';

/** Answers the asks about definitions. */
@Controller()
export class WorkflowController {
  constructor(
    private readonly workflows: WorkflowService,
    private readonly steps: StepService,
    private readonly graphs: GraphService,
    private readonly workflowFields: WorkflowFieldService,
  ) {}

  @MessagePattern(askSubject('workflow-engine.list'))
  list(@Payload() request: AskRequest<'workflow-engine.list'>): Promise<AskReply<'workflow-engine.list'>> {
    return this.workflows.list(request);
  }

  @MessagePattern(askSubject('workflow-engine.create'))
  create(@Payload() request: AskRequest<'workflow-engine.create'>): Promise<AskReply<'workflow-engine.create'>> {
    return this.workflows.create(request);
  }

  @MessagePattern(askSubject('workflow-engine.get'))
  get(@Payload() key: AskRequest<'workflow-engine.get'>): Promise<AskReply<'workflow-engine.get'>> {
    return this.workflows.get(key);
  }

  @MessagePattern(askSubject('workflow-engine.update'))
  update(@Payload() request: AskRequest<'workflow-engine.update'>): Promise<AskReply<'workflow-engine.update'>> {
    return this.workflows.update(request);
  }

  @MessagePattern(askSubject('workflow-engine.delete'))
  delete(@Payload() key: AskRequest<'workflow-engine.delete'>): Promise<AskReply<'workflow-engine.delete'>> {
    return this.workflows.delete(key);
  }

  @MessagePattern(askSubject('workflow-engine.duplicate'))
  duplicate(@Payload() request: AskRequest<'workflow-engine.duplicate'>) {
    return this.workflows.duplicate(request);
  }

  @MessagePattern(askSubject('workflow-engine.bulk-delete'))
  bulkDelete(@Payload() request: AskRequest<'workflow-engine.bulk-delete'>) {
    return this.workflows.deleteAll(request);
  }

  @MessagePattern(askSubject('workflow-engine.fields'))
  fields(@Payload() request: AskRequest<'workflow-engine.fields'>): Promise<AskReply<'workflow-engine.fields'>> {
    return this.workflowFields.list(request);
  }

  @MessagePattern(askSubject('workflow-engine.graph-replace'))
  replaceGraph(@Payload() request: AskRequest<'workflow-engine.graph-replace'>) {
    return this.graphs.replace(request);
  }

  @MessagePattern(askSubject('workflow-engine.step-add'))
  addStep(@Payload() request: AskRequest<'workflow-engine.step-add'>): Promise<AskReply<'workflow-engine.step-add'>> {
    return this.steps.add(request);
  }

  @MessagePattern(askSubject('workflow-engine.step-update'))
  updateStep(@Payload() request: AskRequest<'workflow-engine.step-update'>) {
    return this.steps.update(request);
  }

  @MessagePattern(askSubject('workflow-engine.step-delete'))
  deleteStep(@Payload() request: AskRequest<'workflow-engine.step-delete'>) {
    return this.steps.remove(request);
  }

  @MessagePattern(askSubject('workflow-engine.step-insert'))
  insertStep(@Payload() request: AskRequest<'workflow-engine.step-insert'>) {
    return this.steps.insert(request);
  }

  @MessagePattern(askSubject('workflow-engine.transition-add'))
  link(@Payload() request: AskRequest<'workflow-engine.transition-add'>) {
    return this.steps.link(request);
  }

  @MessagePattern(askSubject('workflow-engine.transition-delete'))
  unlink(@Payload() key: AskRequest<'workflow-engine.transition-delete'>) {
    return this.steps.unlink(key);
  }
}
