import { Injectable } from '@nestjs/common';
import type { ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { Db } from '@waybill/database/db';
import type { QueryResultRow } from 'pg';
import { pair } from './address-sample';
import {
  fewCandidates,
  mostCandidates,
  searchByIndex,
  searchInWindow,
  type IndexRow,
  type IndexScope,
  type ListShape,
  type SearchRow,
} from './contact-list.sql';
import { linesOf, totalOf, type Found } from './contact-page';
import { ContactSamples } from './contact-samples';
import { containing } from './like-pattern';
import { isFrequent, longestWalk, planSearch, stretchOf, type Knowledge } from './search-plan';

/** A search as the list hands it over. */
export interface SearchQuery extends ListContactsAsk {
  /** Not empty, trimmed and in lower case. */
  text: string;
  key: string | undefined;
}

/** A search under way. */
interface Search {
  shape: ListShape;
  query: SearchQuery;
  /** One more than the page holds. */
  limit: number;
  /** Parameters of the statements. */
  values: unknown[];
}

/** A piece that ends as a local part does, of which the index knows the last four characters. */
const localEnd = /[^@]{4}@$/;

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
    const search: Search = { shape, query, limit, values };
    const sample = await this.samples.of(projectId);
    const known: Knowledge = { text, limit, sample, seen: sample.seen, hits: sample.matches(text) };
    const plan = planSearch(known);
    if ('piece' in plan) return (await this.byIndex(search, known, plan.piece)) ?? this.walk(search, longestWalk);
    const walked = await this.walk(search, plan.walk);
    if (walked.hits >= limit || walked.seen < plan.walk || plan.walk === longestWalk) return walked;
    // The next contacts are not as the sample is, which still tells what the index would find.
    if (isFrequent(known)) return this.walk(search, longestWalk);
    const better = { ...known, seen: walked.seen, hits: walked.hits };
    const next = planSearch(better);
    const found = 'piece' in next ? await this.byIndex(search, better, next.piece) : null;
    return found ?? this.walk(search, longestWalk);
  }

  private async walk({ shape, query, values }: Search, window: number): Promise<Found & Omit<SearchRow, 'lines'>> {
    const rows = await this.db.query<SearchRow & QueryResultRow>(searchInWindow(shape, window), values);
    const row = rows[0] as SearchRow;
    const total = row.seen < window ? row.hits : (totalOf(row, query.subscribed) * row.hits) / row.seen;
    return { ...row, lines: linesOf(row), total: Math.round(total) };
  }

  /** Null when the text turns out to be too frequent. */
  private async byIndex({ shape, query, values }: Search, known: Knowledge, piece: string): Promise<Found | null> {
    const { size, everyone } = known.sample;
    const ownKey = size < everyone * largeShare;
    const stretch = ownKey || shape.sort === 'email' ? null : stretchOf(known);
    const end = stretch === null ? null : known.sample.idBeyond(query.key, stretch, shape.dir);
    const [by, what] = lookUp(piece);
    const ask = async (scope: IndexScope): Promise<IndexRow | null> => {
      const all = [...values, what, ...(scope.stretch ? [end] : [])];
      const rows = await this.db.query<IndexRow & QueryResultRow>(searchByIndex(shape, by, scope), all);
      const row = rows[0] as IndexRow;
      return row.candidates < scope.most ? row : null;
    };
    const few = end !== null && known.hits === 0 ? await ask({ ownKey, stretch: false, most: fewCandidates }) : null;
    const row = few ?? (await ask({ ownKey, stretch: end !== null, most: mostCandidates }));
    const total = row?.near && stretch !== null ? Math.round((row.hits * size) / stretch) : row?.hits;
    return row && { lines: linesOf(row), total: total ?? 0 };
  }
}

/** What the index is asked by a piece: see `searchByIndex`. */
function lookUp(piece: string): ['pair' | 'localEnd' | 'pattern', string] {
  if (pair.test(piece)) return ['pair', piece];
  return localEnd.test(piece) ? ['localEnd', piece.slice(-5)] : ['pattern', containing(piece)];
}
