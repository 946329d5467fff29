import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { GetSenderUse, SenderUse } from '@waybill/contracts/domains/sender';
import type {
  ChangeTemplate,
  DuplicateTemplate,
  ListTemplatesOf,
  MakeTemplate,
  TemplateKey,
} from '@waybill/contracts/templates/template';
import { TemplateService } from './template.service';

@Controller()
export class TemplateController {
  constructor(private readonly templates: TemplateService) {}

  @MessagePattern(askSubject('delivery.template-list'))
  list(@Payload() request: ListTemplatesOf) {
    return this.templates.list(request);
  }

  @MessagePattern(askSubject('delivery.template-create'))
  create(@Payload() request: MakeTemplate) {
    return this.templates.create(request);
  }

  @MessagePattern(askSubject('delivery.template-get'))
  get(@Payload() key: TemplateKey) {
    return this.templates.get(key);
  }

  @MessagePattern(askSubject('delivery.template-update'))
  update(@Payload() request: ChangeTemplate) {
    return this.templates.update(request);
  }

  @MessagePattern(askSubject('delivery.template-delete'))
  delete(@Payload() key: TemplateKey) {
    return this.templates.delete(key);
  }

  @MessagePattern(askSubject('delivery.template-duplicate'))
  duplicate(@Payload() request: DuplicateTemplate) {
    return this.templates.duplicate(request);
  }

  @MessagePattern(askSubject('delivery.template-usage'))
  usage(@Payload() key: TemplateKey) {
    return this.templates.usage(key);
  }

  @MessagePattern(askSubject('delivery.template-names'))
  names(@Payload() { projectId, ids }: { projectId: string; ids: string[] }): Promise<{ id: string; name: string }[]> {
    return this.templates.names(projectId, ids);
  }

  @MessagePattern(askSubject('delivery.sender-use'))
  senderUse(@Payload() { projectId, domain }: GetSenderUse): Promise<SenderUse> {
    return this.templates.sentFrom(projectId, domain);
  }
}
