import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { Db } from '@waybill/database/db';
import { setWatch } from './watch.sql';

/** Stores what the tracked segments of a project depend on; triggers publish those changes from the next statement on. */
@Controller()
export class WatchController {
  constructor(private readonly db: Db) {}

  @MessagePattern(askSubject('contacts.watch'))
  async watch(@Payload() { projectId, keys }: AskRequest<'contacts.watch'>): Promise<AskReply<'contacts.watch'>> {
    await this.db.query(setWatch, [projectId, keys]);
    return { watched: keys.length };
  }
}
