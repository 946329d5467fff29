import type { Db, Statement } from '@waybill/database/db';
import { isDatabaseAway } from '@waybill/database/database-errors';
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

/** What a message was found to be: its content, or why that cannot be read now. One whose content is gone is neither. */
export type Loaded = MessageContent | Error;

interface Key {
  projectId: string;
  id: string;
}

/** Content of messages: what was accepted or used last is at hand, the rest is read once per batch of emails. */
export class MessageStore {
  private readonly kept = new WeightedCache<MessageContent>(keptBytes);

  constructor(private readonly db: Db) {}

  /** Content that was just committed: the emails about to leave need it. */
  keep(content: MessageContent): void {
    this.kept.set(messageKey(content.projectId, content.id), content, contentWeight(content));
  }

  /** The content of these emails by {@link messageKey}; never rejects. One that cannot be read holds up no other. */
  async load(emails: { project_id: string; message_id: string }[]): Promise<Map<string, Loaded>> {
    const found = new Map<string, Loaded>();
    const missing = new Map<string, Key>();
    for (const { project_id: projectId, message_id: id } of emails) {
      const key = messageKey(projectId, id);
      const content = this.kept.get(key);
      if (content) found.set(key, content);
      else missing.set(key, { projectId, id });
    }
    if (missing.size > 0) await this.find([...missing.values()], found);
    return found;
  }

  private async find(keys: Key[], found: Map<string, Loaded>): Promise<void> {
    try {
      for (const content of await this.read(keys)) found.set(messageKey(content.projectId, content.id), content);
    } catch (error) {
      if (keys.length > 1 && !isDatabaseAway(error)) {
        for (const key of keys) await this.find([key], found);
      } else {
        const failure = error instanceof Error ? error : new Error(String(error));
        for (const { projectId, id } of keys) found.set(messageKey(projectId, id), failure);
      }
    }
  }

  private async read(keys: Key[]): Promise<MessageContent[]> {
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
