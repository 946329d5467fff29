import type { Db } from '@waybill/database/db';
import { searchSample, type SearchSample } from './contact-list.sql';

/** What a search knows of a project before it chooses its way. */
export interface ContactSample {
  /** Addresses of the newest contacts, up to three hundred. */
  addresses: string[];
  /** How many contacts the project has. */
  size: number;
  /** How many all projects have, as the database last counted; negative before it did. */
  everyone: number;
}

const lifetime = 60_000;
const most = 100;

/** The {@link ContactSample} of projects that are searched: a minute old at most, since only the speed hangs on it. */
export class ContactSamples {
  private readonly known = new Map<string, { sample: ContactSample; endsAt: number }>();

  constructor(private readonly db: Db) {}

  async of(projectId: string): Promise<ContactSample> {
    const known = this.known.get(projectId);
    if (known && known.endsAt > performance.now()) return known.sample;
    const [row] = await this.db.query<SearchSample & Record<string, unknown>>(searchSample, [projectId]);
    const { addresses, size, everyone } = row as SearchSample;
    const sample = { addresses: addresses?.split('\n') ?? [], size, everyone };
    this.known.delete(projectId);
    if (this.known.size >= most) this.known.delete(this.known.keys().next().value as string);
    this.known.set(projectId, { sample, endsAt: performance.now() + lifetime });
    return sample;
  }
}
