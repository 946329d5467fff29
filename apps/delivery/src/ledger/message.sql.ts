import type { Statement } from '@waybill/database/db';
import { idWithin } from '@waybill/database/ids';

/**
 * Contents of messages by project (`$1`) and id (`$2`), all of them between the ids `$4` and `$5`; without the text of one that is
 * larger than `$3` bytes in memory.
 */
export const readMessages: Statement = {
  name: 'delivery_message_read',
  text: `SELECT m.project_id AS "projectId", m.id, m.subject, m.preview_text AS "previewText",
           CASE WHEN size.bytes <= $3 THEN m.html END AS html, CASE WHEN size.bytes <= $3 THEN m.text END AS text, size.bytes, m.headers, m.tracking, m.marketing, m.attachments AS files
         FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)
         JOIN delivery.message m ON m.project_id = k.project_id AND m.id = k.id AND ${idWithin('m.id', '$4', '$5')}
         CROSS JOIN LATERAL (SELECT 2 * (octet_length(m.html) + COALESCE(octet_length(m.text), 0)) AS bytes) AS size`,
};

/** The attachments of message `$2` of project `$1`, in order; without their content where that is larger than `$3` bytes together. */
export const readAttachments: Statement = {
  name: 'delivery_message_attachment_read',
  text: `SELECT filename, content_type AS "contentType", content_id AS "contentId", disposition,
           CASE WHEN sum(octet_length(content)) OVER () <= $3 THEN content END AS content, octet_length(content) AS bytes
         FROM delivery.message_attachment WHERE project_id = $1 AND message_id = $2 ORDER BY position`,
};
