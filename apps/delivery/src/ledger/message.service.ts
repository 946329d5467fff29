import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { idSpan } from '@waybill/database/ids';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { LRUCache } from 'lru-cache';
import { contentWeight, type MessageAttachment, type MessageContent } from './message-content';
import { readAttachments, readMessages } from './message.sql';

/** Bytes of content that a process caches. */
const keptBytes = 16 * 1024 * 1024;

/** Content of more bytes is read when its email leaves, not for all that are claimed together. */
export const largeBytes = 256 * 1024;
export const anySize = 2 ** 31 - 1;

/** Content that is not read yet, and about how many bytes it takes in memory. */
export class LargeContent {
  constructor(
    readonly projectId: string,
    readonly id: string,
    readonly bytes: number,
  ) {}
}

/** Content, or the error that prevented reading it; absent if it was deleted. */
export type Loaded = MessageContent | LargeContent | Error;

interface Key {
  projectId: string;
  id: string;
}

/** Rows whose text or content is null are those of large content. */
type MessageRow = Omit<MessageContent, 'attachments' | 'html'> & { html: string | null; files: number; bytes: number };
type AttachmentRow = Omit<MessageAttachment, 'content'> & { content: Buffer | null; bytes: number };

/** Content of messages: what was accepted or used last is cached, the rest is read once per batch of emails. */
@Injectable()
export class MessageService {
  private readonly kept = new LRUCache<string, MessageContent>({ maxSize: keptBytes, sizeCalculation: contentWeight });

  constructor(private readonly db: Db) {}

  /** Content that was just committed: the emails about to leave need it. */
  keep(content: MessageContent): void {
    this.kept.set(messageKey(content.projectId, content.id), content);
  }

  /**
   * The content of these emails by {@link messageKey}, of large ones its size; never rejects. One that cannot be read holds
   * up no other.
   */
  async load(emails: { project_id: string; message_id: string }[]): Promise<Map<string, Loaded>> {
    const found = new Map<string, Loaded>();
    const missing = new Map<string, Key>();
    for (const { project_id: projectId, message_id: id } of emails) {
      const key = messageKey(projectId, id);
      const content = this.kept.get(key);
      if (content) found.set(key, sizeIfLarge(content));
      else missing.set(key, { projectId, id });
    }
    if (missing.size > 0) await this.find([...missing.values()], found);
    return found;
  }

  /** Content that was too large to be loaded; undefined when it is gone. */
  async read({ projectId, id }: LargeContent): Promise<MessageContent | undefined> {
    const kept = this.kept.get(messageKey(projectId, id));
    return kept ?? ((await this.select([{ projectId, id }], anySize))[0] as MessageContent | undefined);
  }

  private async find(keys: Key[], found: Map<string, Loaded>): Promise<void> {
    try {
      for (const content of await this.select(keys, largeBytes))
        found.set(messageKey(content.projectId, content.id), content);
    } catch (error) {
      if (keys.length > 1 && !isDatabaseAway(error)) {
        for (const key of keys) await this.find([key], found);
      } else {
        const failure = error instanceof Error ? error : new Error(String(error));
        for (const { projectId, id } of keys) found.set(messageKey(projectId, id), failure);
      }
    }
  }

  private async select(keys: Key[], most: number): Promise<(MessageContent | LargeContent)[]> {
    const ids = keys.map((key) => key.id);
    const columns = [keys.map((key) => key.projectId), ids, most, ...idSpan(ids)];
    const rows = await this.db.query<MessageRow>(readMessages, columns);
    return Promise.all(rows.map((row) => this.complete(row, most)));
  }

  private async complete({ files, bytes, html, ...row }: MessageRow, most: number) {
    const { projectId, id } = row;
    const attachments = files > 0 ? await this.readAttachments(projectId, id, html === null ? 0 : most) : [];
    if (html === null || !areRead(attachments)) {
      const size = attachments.reduce((sum, file) => sum + file.bytes, bytes);
      return new LargeContent(projectId, id, size);
    }
    const content = { ...row, html, attachments };
    this.keep(content);
    return content;
  }

  private readAttachments(projectId: string, id: string, most: number): Promise<AttachmentRow[]> {
    return this.db.query<AttachmentRow>(readAttachments, [projectId, id, most]);
  }
}

const areRead = (files: AttachmentRow[]): files is (MessageAttachment & { bytes: number })[] =>
  files.every(({ content }) => content !== null);

function sizeIfLarge(content: MessageContent): MessageContent | LargeContent {
  const bytes = contentWeight(content);
  return bytes > largeBytes ? new LargeContent(content.projectId, content.id, bytes) : content;
}

export const messageKey = (projectId: string, id: string): string => `${projectId} ${id}`;
