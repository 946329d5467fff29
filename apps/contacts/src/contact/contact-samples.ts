import { Remembered } from '@waybill/cache/remembered';
import type { Db } from '@waybill/database/db';
import type { QueryResultRow } from 'pg';
import { AddressSample } from './address-sample';
import { searchSample, type SampleRow } from './contact-list.sql';

const lifetime = 60_000;
const most = 100;
/** So many that a text which one in a thousand has is hardly ever missed. */
const mostAddresses = 3_000;
/** Of fewer from all over the project little is known; its newest contacts tell more. */
const fewestAddresses = 300;
const mostIds = 500;

/** The {@link AddressSample} of projects that are searched: a minute old at most. */
export class ContactSamples {
  private readonly samples: Remembered<[projectId: string], AddressSample>;

  constructor(private readonly db: Db) {
    this.samples = new Remembered((projectId) => this.take(projectId), { most, lifetime: () => lifetime });
  }

  of(projectId: string): Promise<AddressSample> {
    return this.samples.of(projectId);
  }

  private async take(projectId: string): Promise<AddressSample> {
    const [row] = await this.db.query<SampleRow & QueryResultRow>(searchSample, [projectId]);
    return sampleOf(row as SampleRow);
  }
}

/** A project that is a small part of the table is known by its newest contacts alone. */
function sampleOf({ newest, anywhere, size, everyone }: SampleRow): AddressSample {
  const lines = anywhere?.split('\n').map((line) => line.split('\t') as [id: string, email: string]) ?? [];
  const known =
    lines.length < fewestAddresses ? (newest?.split('\n') ?? []) : thinned(lines, mostAddresses).map((line) => line[1]);
  return new AddressSample(
    known,
    thinned(lines, mostIds).map(([id]) => id),
    size,
    everyone,
  );
}

/** At most so many of the list, from everywhere in it. */
function thinned<T>(list: T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, n) => list[Math.floor(n * step)] as T);
}
