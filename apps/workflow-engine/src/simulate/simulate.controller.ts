import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { SimulateService } from './simulate.service';

@Controller()
export class SimulateController {
  constructor(private readonly simulations: SimulateService) {}

  @MessagePattern(askSubject('workflow-engine.simulate'))
  run(@Payload() request: AskRequest<'workflow-engine.simulate'>): Promise<AskReply<'workflow-engine.simulate'>> {
    return this.simulations.run(request);
  }
}
