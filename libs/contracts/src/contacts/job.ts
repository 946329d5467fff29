import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

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

/** Body of `POST /contacts/bulk-subscribe`, `-unsubscribe`, `-delete`: ids, or a query. */
export class BulkRequest {
  @IsOptional()
  @IsIn(['ids', 'query'])
  mode: 'ids' | 'query' = 'ids';

  /** 1 to 1,000 contact ids, with or without `cnt_`; what is no id of the project is counted as a failure. */
  @ValidateIf(({ mode }: BulkRequest) => mode !== 'query')
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
}

export class BulkAsk extends BulkRequest {
  projectId: string;
  requestId: string;
  jobId: string;
  operation: BulkOperation;
}

/** An uploaded file on its way to the contacts service. */
export class ImportAsk {
  projectId: string;
  requestId: string;
  jobId: string;
  /** The whole file, decoded. */
  csv: string;
}

/** Answer of every route that queues a job. */
export class QueuedJob {
  message: string;
  jobId: string;
}

export class GetJob {
  projectId: string;
  id: string;
  kind: 'import' | 'bulk';
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
  totalRows: number;
  /** Contacts made or updated. */
  successCount: number;
  createdCount: number;
  updatedCount: number;
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
  totalRequested: number;
  /** Contacts changed. */
  successCount: number;
  /** Contacts that were already so. */
  unchangedCount: number;
  failureCount: number;
  /** The first 1,000. */
  errors: BulkError[];
}

export class JobView {
  id: string;
  state: JobState;
  /** Percent. */
  progress: number;
  /** Null until the job is over. */
  result: ImportResult | BulkResult | null;
  failedReason: string | null;
}
