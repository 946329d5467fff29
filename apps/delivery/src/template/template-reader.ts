import { Injectable } from '@nestjs/common';
import { Db, type Statement } from '@waybill/database/db';
import { WriteBatcher } from '@waybill/database/write-batcher';

/** A saved template as the send path reads it. */
export interface TemplateContent {
  id: string;
  subject: string;
  previewText: string | null;
  body: string;
  text: string | null;
  fromAddress: string | null;
  fromName: string | null;
  replyTo: string | null;
  type: 'TRANSACTIONAL' | 'MARKETING';
}

const read: Statement = {
  name: 'delivery_template_read',
  text: `SELECT k.position, t.id, t.subject, t.preview_text AS "previewText", t.body, t.text, t.from_address AS "fromAddress", t.from_name AS "fromName",
           t.reply_to AS "replyTo", t.type
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k (project_id, id, position)
         JOIN delivery.template t ON t.project_id = k.project_id AND t.id = k.id`,
};

interface Key {
  projectId: string;
  id: string;
}

/** Reads templates; what is asked for at the same moment shares one statement. Nothing is kept: an edit counts at once. */
@Injectable()
export class TemplateReader {
  private readonly reads: WriteBatcher<Key, TemplateContent | null>;

  constructor(private readonly db: Db) {
    this.reads = new WriteBatcher({ write: (keys) => this.read(keys), maxItems: 256 });
  }

  /** The template of this project, null when there is none. */
  find(projectId: string, id: string): Promise<TemplateContent | null> {
    return this.reads.add({ projectId, id });
  }

  private async read(keys: Key[]): Promise<(TemplateContent | null)[]> {
    const columns = [keys.map((key) => key.projectId), keys.map((key) => key.id)];
    const rows = await this.db.query<TemplateContent & { position: string }>(read, columns);
    const found = new Map(rows.map((row) => [Number(row.position) - 1, row]));
    return keys.map((_key, index) => found.get(index) ?? null);
  }
}
