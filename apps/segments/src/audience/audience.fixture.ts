import type { CaseContact } from '@waybill/audience/case-contacts.fixture';
import type { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';

/** Writes a contact with its history as the services that own them would, and answers its id. `db` may write everywhere. */
export async function insertContact(db: Db, projectId: string, contact: CaseContact): Promise<string> {
  const id = newId();
  const { email, subscribed, data, createdAt, updatedAt } = contact;
  await db.query(
    `INSERT INTO contacts.contact (project_id, id, email, subscribed, data, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [projectId, id, email, subscribed, JSON.stringify(data), createdAt, updatedAt],
  );
  for (const [name, at] of [...contact.events].sort((a, b) => a[1].getTime() - b[1].getTime())) {
    await db.query(
      `INSERT INTO contacts.event (project_id, id, contact_id, name, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [projectId, idAt(at), id, name, at],
    );
  }
  for (const times of contact.emails) await insertEmail(db, projectId, id, times);
  for (const segmentId of contact.memberOf) {
    await db.query(`INSERT INTO segments.membership (project_id, segment_id, contact_id) VALUES ($1, $2, $3)`, [
      projectId,
      segmentId,
      id,
    ]);
  }
  return id;
}

/** A row of the ledger with nothing but its times. */
async function insertEmail(db: Db, projectId: string, contactId: string, times: CaseContact['emails'][number]) {
  await db.query(
    `INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, source_type, lane,
       status, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at)
     VALUES ($1, $2, $2, $3, 'a@example.com', 'b@example.com', 's', 'TRANSACTIONAL', 'transactional', 'SENT', $4, $5, $6, $7, $8, $9)`,
    [
      projectId,
      idAt(times.sent ?? new Date()),
      contactId,
      times.sent,
      times.delivered,
      times.opened,
      times.clicked,
      times.bounced,
      times.complained,
    ],
  );
}

/** A UUIDv7 of that moment. */
export function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}
