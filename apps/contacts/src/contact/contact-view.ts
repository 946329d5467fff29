import type { ContactView } from '@waybill/contracts/contacts/contact';
import { toContactId } from '@waybill/contracts/ids';
import type { Data } from './contact-data';

/** A contact's row as the reading statements select it, see {@link viewColumns}. */
export interface StoredContact {
  id: string;
  email: string;
  subscribed: boolean;
  data: Data;
  createdAt: Date;
  updatedAt: Date;
}

/** Columns of {@link StoredContact}; the table has the alias `c`. */
export const viewColumns = `c.id, c.email, c.subscribed, c.data, c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

/** The wire form of a contact. */
export function toView(row: StoredContact): ContactView {
  return {
    id: toContactId(row.id),
    email: row.email,
    subscribed: row.subscribed,
    data: row.data,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * SQL of a contact as one line of text, of the alias `c`, for {@link viewJson}: a page of such lines costs a fraction of
 * the same rows, whose columns would be taken apart and put together again. JSON holds neither tabs nor line breaks.
 */
export const viewLine = `concat_ws(E'\\t', c.id, to_json(c.email), c.subscribed, c.data, c.created_at AT TIME ZONE 'UTC', c.updated_at AT TIME ZONE 'UTC')`;

/** The wire form of a contact from its {@link viewLine}, as JSON. */
export function viewJson(line: string): string {
  const [id = '', email, subscribed, data, createdAt = '', updatedAt = ''] = line.split('\t');
  return `{"id":"${toContactId(id)}","email":${email},"subscribed":${subscribed === 't'},"data":${data},"createdAt":"${isoTime(createdAt)}","updatedAt":"${isoTime(updatedAt)}"}`;
}

/** The key of a {@link viewLine} in a list that is sorted by it. */
export function keyOf(line: string, sort: 'createdAt' | 'email'): string {
  const [id = '', email = ''] = line.split('\t', 2);
  return sort === 'email' ? (JSON.parse(email) as string) : id;
}

/** `2026-01-02 03:04:05[.678901]` of the database, in UTC, as the wire has it: with milliseconds, the rest cut off. */
const isoTime = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
