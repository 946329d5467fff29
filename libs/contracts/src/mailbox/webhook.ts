import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../wire/page';

/** Query of `GET /mailbox/webhooks`: newest first. */
export class ListWebhooks extends PageQuery {
  /** Case-insensitive substring of method, path or body. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;
}

/** A webhook that was sent to http://hooks.simulator.test/ and kept. */
export class CaughtWebhook {
  id: string;
  /** The execution of the workflow that sent it. */
  executionId: string;
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON as what it holds, other text as it is; null without a body. */
  body: unknown;
  receivedAt: string;
  /** Null where the answer never came to its end in time. */
  answeredStatus: number | null;
}

/** A request on its way to the catcher. */
export interface CatchWebhook {
  projectId: string;
  executionId: string;
  /** Of the call, with a number for each redirect. */
  hop: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** How the catcher answers: the caller plays the delay. */
export interface CaughtAnswer {
  statusCode: number;
  /** Of a redirect. */
  location: string | null;
  delaySeconds: number;
  body: string;
}
