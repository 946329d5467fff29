import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { toBoolean } from '../wire/query-boolean';

export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete';
export type JobState = 'waiting' | 'active' | 'completed' | 'failed';

/** Which contacts a bulk job by query takes: those that match when it runs. */
export class BulkFilter {
  /** Case-insensitive substring of the email. */
  @IsOptional()
  @IsString()
  @MaxLength(254)
  search?: string;

  @IsOptional()
  @IsBoolean()
  subscribed?: boolean;
}

/** Most contacts that a bulk job by condition leaves out. */
export const maxExcept = 10_000;

/** Body of `POST /contacts/bulk-subscribe`, `-unsubscribe`, `-delete`: ids, a condition, or a query. */
export class BulkRequest {
  @IsOptional()
  @IsIn(['ids', 'query'])
  mode: 'ids' | 'query' = 'ids';

  /** 1 to 1,000 contact ids, with or without `cnt_`; what is no id of the project is counted as a failure. */
  @ValidateIf(({ mode, condition }: BulkRequest) => mode !== 'query' && (condition ?? null) === null)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  @IsString({ each: true })
  contactIds?: string[];

  /** Mode `query` only, and needed there: `{}` takes every contact. */
  @ValidateIf(({ mode }: BulkRequest) => mode === 'query')
  @IsDefined()
  @ValidateNested()
  @Type(() => BulkFilter)
  filter?: BulkFilter;

  /** Mode `query` only: at most 10,000 ids that are left out. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10_000)
  @IsString({ each: true })
  excludeIds?: string[];

  /**
   * In place of `contactIds`: a condition of the filter language of segments. The job takes the contacts that match when it comes to
   * them and that were there when it was asked for; windows of time end at that moment.
   */
  @IsOptional()
  @IsObject()
  condition?: Record<string, unknown>;

  /** With `condition` only: at most 10,000 ids that are left out. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxExcept)
  @IsString({ each: true })
  except?: string[];
}

export class BulkAsk extends BulkRequest {
  projectId: string;
  requestId: string;
  jobId: string;
  operation: BulkOperation;
}

/** Limits of an export: columns, bytes of the file, hours and files for which a project's files are kept. */
export const exportLimits = { fields: 200, bytes: 200 * 1024 * 1024, keptHours: 24, keptFiles: 3 } as const;

/** Body of `POST /contacts/export`. */
export class ExportRequest {
  /** A condition of the filter language of segments; all contacts unless given. */
  @IsOptional()
  @IsObject()
  condition?: Record<string, unknown>;

  /**
   * Columns in their order: `id`, `email`, `subscribed`, `suppression` (its reason), `createdAt`, `updatedAt`, `data.<name>`. Unless
   * given `email`, `subscribed` and the fields that the contacts have, the most frequent first.
   */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(exportLimits.fields)
  @IsString({ each: true })
  fields?: string[];
}

export class ExportAsk extends ExportRequest {
  projectId: string;
  requestId: string;
  jobId: string;
}

/** Asks for the part of an export's file behind a position; null for the first part. */
export class GetPart {
  projectId: string;
  id: string;
  after: number | null;
}

/** A part of a file; `next` is the position to ask behind, null behind the last part. */
export class ExportPart {
  csv: string;
  next: number | null;
}

/** Query of `POST /contacts/import`. */
export class ImportQuery {
  /** Reads the whole file and says what an import would do now; no contact is written. */
  @IsOptional()
  @Transform(toBoolean)
  @IsBoolean()
  dryRun?: boolean;
}

/** The field of a column by the column's name: `email`, `subscribed`, `data.<name>` or `ignore`. */
export type ColumnMapping = Record<string, string>;

/** An uploaded file on its way to the contacts service. */
export class ImportAsk {
  projectId: string;
  requestId: string;
  jobId: string;
  /** The whole file, decoded. */
  csv: string;
  dryRun?: boolean;
  mapping?: ColumnMapping;
}

/** Answer of every route that queues a job. */
export class QueuedJob {
  message: string;
  jobId: string;
}

export class GetJob {
  projectId: string;
  id: string;
  kind: 'import' | 'bulk' | 'export';
}

/** A row or contact that failed. A text that a spreadsheet would run as a formula begins with `'`. */
export class ImportError {
  /** Counted from 1, the header's. */
  row: number;
  /** The line in the file on which the row ends; more than `row` where values hold line breaks. */
  line: number;
  email: string | null;
  error: string;
}

/** A column whose name differs in case alone from a field that the project's contacts have already. */
export class SimilarField {
  /** The field that the import wrote. */
  column: string;
  /** The field that was there. */
  field: string;
}

export class BulkError {
  contactId: string;
  email: string | null;
  error: string;
}

/** `totalRows` = `successCount` + `failureCount` + `duplicateCount`. */
export class ImportResult {
  /** True for a dry run: the counts say what an import would have done, and no contact was written. */
  dryRun: boolean;
  totalRows: number;
  /** Contacts made or updated. */
  successCount: number;
  createdCount: number;
  /** Rows of addresses that were contacts before. */
  updatedCount: number;
  /** Those of `updatedCount` whose contact was already as the row says. */
  unchangedCount: number;
  failureCount: number;
  /** Rows whose address comes again further down: only the last row of an address is taken. */
  duplicateCount: number;
  /** The first 1,000. */
  errors: ImportError[];
  /** Fields that may have been meant; the import wrote the names of its columns as they are. */
  similarFields: SimilarField[];
}

export class BulkResult {
  operation: BulkOperation;
  /** Contacts that the job came to, or ids of the request. */
  totalRequested: number;
  /** Contacts changed. */
  successCount: number;
  /** Contacts that were already so. */
  unchangedCount: number;
  failureCount: number;
  /** The first 1,000. */
  errors: BulkError[];
}

export class ExportResult {
  /** Contacts in the file. */
  contactCount: number;
  /** The columns of the file. */
  fields: string[];
  /** Bytes of the file without its first row. */
  bytes: number;
  /** The path of the file below the address of the API; null when it is not kept any more. */
  file: string | null;
  /** ISO 8601: the file is kept until then, and only while it is one of the project's three newest. */
  expiresAt: string;
}

export class JobView {
  id: string;
  state: JobState;
  /** Percent. */
  progress: number;
  /** Null until the job is over. */
  result: ImportResult | BulkResult | ExportResult | null;
  failedReason: string | null;
}
