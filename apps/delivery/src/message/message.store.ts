import type { Db, Statement } from '@waybill/database/db';
import { WeightedCache } from '@waybill/templating/template-cache';
import { contentWeight, type MessageAttachment, type MessageContent } from './message-content';

const readMessages: Statement = {
  name: 'delivery_message_read',
  text: `SELECT m.project_id AS "projectId", m.id, m.subject, m.html, m.headers, m.tracking, m.marketing,
           m.attachments AS files
         FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)
         JOIN delivery.message m ON m.project_id = k.project_id AND m.id = k.id`,
};

const readAttachments: Statement = {
  name: 'delivery_message_attachment_read',
  text: `SELECT filename, content_type AS "contentType", content_id AS "contentId", disposition, content
         FROM delivery.message_attachment WHERE project_id = $1 AND message_id = $2 ORDER BY position`,
};

/** Bytes of content that a process keeps at hand. */
const keptBytes = 32 * 1024 * 1024;

/** Content of messages: what was accepted or used last is at hand, the rest is read once per batch of emails. */
export class MessageStore {
  private readonly kept = new WeightedCache<MessageContent>(keptBytes);

  constructor(private readonly db: Db) {}

  /** Content that was just committed: the emails about to leave need it. */
  keep(content: MessageContent): void {
    this.kept.set(messageKey(content.projectId, content.id), content, contentWeight(content));
  }

  /** The content of these emails by {@link messageKey}; one whose content is gone is missing. */
  async load(emails: { project_id: string; message_id: string }[]): Promise<Map<string, MessageContent>> {
    const found = new Map<string, MessageContent>();
    const missing = new Map<string, { projectId: string; id: string }>();
    for (const { project_id: projectId, message_id: id } of emails) {
      const key = messageKey(projectId, id);
      const content = this.kept.get(key);
      if (content) found.set(key, content);
      else missing.set(key, { projectId, id });
    }
    if (missing.size > 0) {
      const contents = await this.read([...missing.values()]);
      for (const content of contents) found.set(messageKey(content.projectId, content.id), content);
    }
    return found;
  }

  private async read(keys: { projectId: string; id: string }[]): Promise<MessageContent[]> {
    const columns = [keys.map((key) => key.projectId), keys.map((key) => key.id)];
    const rows = await this.db.query<Omit<MessageContent, 'attachments'> & { files: number }>(readMessages, columns);
    return Promise.all(
      rows.map(async ({ files, ...row }) => {
        const attachments = files > 0 ? await this.readAttachments(row.projectId, row.id) : [];
        const content = { ...row, attachments };
        this.keep(content);
        return content;
      }),
    );
  }

  private readAttachments(projectId: string, id: string): Promise<MessageAttachment[]> {
    return this.db.query<MessageAttachment>(readAttachments, [projectId, id]);
  }
}

export const messageKey = (projectId: string, id: string): string => `${projectId} ${id}`;
