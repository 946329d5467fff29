import type { Condition } from '@waybill/audience/condition';
import type { BulkFilter, BulkOperation, ColumnMapping, JobState, SimilarField } from '@waybill/contracts/contacts/job';

export type JobKind = 'import' | 'export' | BulkOperation | 'field-delete' | 'event-delete';

/** Input of a job, by kind. */
export interface JobInput {
  /** subscribe, unsubscribe, delete: distinct, bare where they are ids, else as given. */
  ids?: string[];
  /** subscribe, unsubscribe, delete by query: all that match when the job gets there, and are not newer than the job. */
  filter?: BulkFilter;
  excludeIds?: string[];
  /** subscribe, unsubscribe, delete, export: those that match when the job gets there, and are not newer than the job. */
  condition?: Condition;
  /** Contacts that match and are left out. */
  except?: string[];
  /** import: nothing is written. */
  dryRun?: boolean;
  /** import: the fields of columns that are not imported under their own names. */
  mapping?: ColumnMapping;
  /** export: the columns of the file. */
  fields?: string[];
  /** field-delete: the key. */
  field?: string;
  /** event-delete */
  name?: string;
}

/** A row of `contacts.job`. */
export interface Job {
  projectId: string;
  id: string;
  kind: JobKind;
  state: JobState;
  requestId: string;
  input: JobInput;
  total: number;
  done: number;
  walkedTo: string | null;
  created: number;
  updated: number;
  unchanged: number;
  duplicate: number;
  failed: number;
  failedReason: string | null;
  similarFields: SimilarField[];
  createdAt: Date;
  updatedAt: Date;
}

/** Progress of one step, added to the job in the transaction of the step. */
export interface Progress {
  done: number;
  created?: number;
  updated?: number;
  unchanged?: number;
  duplicate?: number;
  /** One for each failure; `position` is the row or the place in the list. */
  errors?: { position: number; detail: object }[];
  /** Set by the step that learned it. */
  total?: number;
  walkedTo?: string;
  similarFields?: SimilarField[];
}

/** One transaction's worth of a job; answers false when nothing is left to do. */
export type Step = () => Promise<boolean>;

/** How many errors of a job are kept; all are counted. */
export const keptErrors = 1_000;
