import { Injectable } from '@nestjs/common';
import type { ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { Db } from '@waybill/database/db';
import type { QueryResultRow } from 'pg';
import {
  mostCandidates,
  searchByTrigram,
  searchInWindow,
  type ListShape,
  type SearchRow,
  type TrigramRow,
} from './contact-list.sql';
import { ContactSamples } from './contact-samples';
import { linesOf, totalOf, type Found } from './contact-page';
import { containing } from './like-pattern';
import { longestWalk, planSearch } from './search-plan';

/** A search as the list hands it over. */
export interface SearchQuery extends ListContactsAsk {
  /** Not empty, trimmed and in lower case. */
  text: string;
  key: string | undefined;
}

const firstLook = 500;
/** With so large a share of all contacts the index is quicker without the project: few of what it finds are others'. */
const largeShare = 0.1;

/** Finds contacts by a part of their address. No search reads more than a bounded part of a project. */
@Injectable()
export class ContactSearch {
  private readonly samples: ContactSamples;

  constructor(private readonly db: Db) {
    this.samples = new ContactSamples(db);
  }

  /** Frequent texts fill a page from the next few contacts, rare ones are found by the index; see `planSearch`. */
  async find(shape: ListShape, query: SearchQuery): Promise<Found> {
    const { projectId, subscribed, key, text } = query;
    const limit = query.limit + 1;
    const values = [projectId, subscribed ?? null, key ?? null, limit, containing(text)];
    const look = async (window: number): Promise<Found & Omit<SearchRow, 'lines'>> => {
      const rows = await this.db.query<SearchRow & QueryResultRow>(searchInWindow(shape, window), values);
      const row = rows[0] as SearchRow;
      const total = row.seen < window ? row.hits : (totalOf(row, subscribed) * row.hits) / row.seen;
      return { ...row, lines: linesOf(row), total: Math.round(total) };
    };
    const first = await look(firstLook);
    if (first.seen < firstLook || first.hits >= limit) return first;
    const sample = await this.samples.of(projectId);
    const { size, addresses } = sample;
    const plan = planSearch({ text, limit, seen: first.seen, hits: first.hits, size, sample: addresses });
    if ('walk' in plan) return look(plan.walk);
    const ownKey = sample.size < sample.everyone * largeShare;
    return (await this.byTrigram(shape, values, plan.trigrams, ownKey)) ?? look(longestWalk);
  }

  /** Null when the text turns out to be too frequent. */
  private async byTrigram(shape: ListShape, values: unknown[], parts: string[], ownKey: boolean) {
    const statement = searchByTrigram(shape, parts.length, ownKey);
    const rows = await this.db.query<TrigramRow & QueryResultRow>(statement, [...values, ...parts.map(containing)]);
    const row = rows[0] as TrigramRow;
    return row.candidates < mostCandidates ? { lines: linesOf(row), total: row.hits } : null;
  }
}
