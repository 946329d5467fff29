import { Injectable } from '@nestjs/common';
import type { ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { Db } from '@waybill/database/db';
import {
  mostCandidates,
  searchByTrigram,
  searchInWindow,
  type ListShape,
  type SearchRow,
  type TrigramRow,
} from './contact-list.sql';
import { ContactSamples } from './contact-samples';
import { contactsOf, totalOf, type ContactOrNull, type Found } from './contact-page';
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
    const look = async (window: number): Promise<Found & SearchRow> => {
      const rows = await this.db.query<SearchRow & ContactOrNull>(searchInWindow(shape, window), values);
      const first = rows[0] as SearchRow;
      const total = first.seen < window ? first.hits : (totalOf(first, subscribed) * first.hits) / first.seen;
      return { ...first, rows: contactsOf(rows), total: Math.round(total) };
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
    const rows = await this.db.query<TrigramRow & ContactOrNull>(statement, [...values, ...parts.map(containing)]);
    const { candidates, hits } = rows[0] as TrigramRow;
    return candidates < mostCandidates ? { rows: contactsOf(rows), total: hits } : null;
  }
}
