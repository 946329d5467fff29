import { Controller, Logger } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type Batch, type BatchReply } from '@waybill/contracts/asks';
import type { StoredHit, TrackingHit } from '@waybill/contracts/tracking/hit';
import { outcomes } from '@waybill/messaging/ask/answer-error';
import { HitService } from './hit.service';

@Controller()
export class HitController {
  private readonly logger = new Logger('delivery.hit');

  constructor(private readonly hits: HitService) {}

  /** Each hit is committed when its answer leaves. */
  @MessagePattern(askSubject('delivery.hit'))
  async hit(@Payload() { items }: Batch<TrackingHit>): Promise<BatchReply<StoredHit>> {
    const answers = items.map((item) => this.hits.store(item));
    return { results: await outcomes(answers, (text) => this.logger.error(text)) };
  }
}
