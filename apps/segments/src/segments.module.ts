import { Module } from '@nestjs/common';
import { JobsModule } from '@waybill/database/jobs.module';
import { ComputeService } from './compute/compute.service';
import { CountService } from './count/count.service';
import { CountWorker } from './count/count.worker';
import { DefinitionService } from './definition/definitions.service';
import { WatchService } from './definition/watch.service';
import { MembershipConsumer } from './membership/membership.consumer';
import { MembershipService } from './membership/membership.service';
import { RecheckWorker } from './membership/recheck.worker';
import { ConditionService } from './segment/condition.service';
import { MemberService } from './segment/member.service';
import { SegmentContactService } from './segment/segment-contact.service';
import { SegmentController } from './segment/segment.controller';
import { SegmentService } from './segment/segment.service';
import { UsageController } from './usage/usage.controller';

/** The whole service on one page: segments, their members, entry and exit. */
@Module({
  imports: [JobsModule.forRoot('segments_job')],
  controllers: [SegmentController, UsageController],
  providers: [
    DefinitionService,
    WatchService,
    MembershipService,
    MembershipConsumer,
    RecheckWorker,
    ComputeService,
    CountService,
    CountWorker,
    ConditionService,
    SegmentService,
    SegmentContactService,
    MemberService,
  ],
})
export class SegmentsModule {}
