import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { PreviewService } from './preview.service';

@Controller()
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @MessagePattern(askSubject('delivery.template-render'))
  render(@Payload() request: AskRequest<'delivery.template-render'>): Promise<AskReply<'delivery.template-render'>> {
    return this.previews.render(request);
  }
}
