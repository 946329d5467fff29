import type { Statement } from '@waybill/database/db';

/** A message as the simulator keeps it. */
export interface SimulatedMessage {
  id: string;
  projectId: string;
  emailId: string;
  attempt: number;
  to: string;
  from: string;
  subject: string;
  raw: Buffer;
}

/** Keeps messages; one of the same email and attempt is kept once. */
export const keepStatement: Statement = {
  name: 'delivery_simulator_keep',
  text: `INSERT INTO delivery.mailbox_message
           (id, project_id, email_id, attempt, to_address, from_address, subject, raw)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::text[], $7::text[],
           $8::bytea[])
         ON CONFLICT (email_id, attempt) DO NOTHING`,
};

export function keepValues(messages: SimulatedMessage[]): unknown[] {
  const column = <K>(read: (message: SimulatedMessage) => K): K[] => messages.map(read);
  return [
    column((m) => m.id),
    column((m) => m.projectId),
    column((m) => m.emailId),
    column((m) => m.attempt),
    column((m) => m.to),
    column((m) => m.from),
    column((m) => m.subject),
    column((m) => m.raw),
  ];
}

/** Removes all but the newest $1 messages. */
export const pruneStatement: Statement = {
  name: 'delivery_simulator_prune',
  text: `DELETE FROM delivery.mailbox_message
         WHERE id <= (SELECT id FROM delivery.mailbox_message ORDER BY id DESC OFFSET $1 LIMIT 1)`,
};
