import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { WebhookCatcherService } from './webhook-catcher.service';

@Controller()
export class WebhookCatcherController {
  constructor(private readonly catcher: WebhookCatcherService) {}

  @MessagePattern(askSubject('delivery.webhook-catch'))
  catch(@Payload() request: AskRequest<'delivery.webhook-catch'>): Promise<AskReply<'delivery.webhook-catch'>> {
    return this.catcher.catch(request);
  }

  @MessagePattern(askSubject('delivery.webhook-list'))
  list(@Payload() query: AskRequest<'delivery.webhook-list'>): Promise<AskReply<'delivery.webhook-list'>> {
    return this.catcher.list(query);
  }

  @MessagePattern(askSubject('delivery.webhook-clear'))
  clear(): Promise<AskReply<'delivery.webhook-clear'>> {
    return this.catcher.clear();
  }
}
