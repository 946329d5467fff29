import type { Statement } from '@waybill/database/db';

/** Stores messages, elementwise `($1 id, $2 provider, $3 source, $4 content, $5 time)`; one that is there stays as it is. */
export const insertProviderMessages: Statement = {
  name: 'delivery_provider_message_insert',
  text: `INSERT INTO delivery.provider_message (id, provider, source, content, published_at)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[])
         ON CONFLICT (id) DO NOTHING`,
};
