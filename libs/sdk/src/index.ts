import { Client } from './client';
import { node, type WaybillOptions } from './call/config';

/** The client for servers and scripts. Settings that are not given come from the environment. */
export class Waybill extends Client {
  constructor(options: WaybillOptions = {}) {
    super(options, node);
  }
}

export {
  ApiError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
  WaybillError,
} from './call/errors';
export { List } from './call/list';
export type { WaybillOptions } from './call/config';
export type { ErrorCode, FieldError } from './call/errors';
export type { Page } from './call/list';
export type { CallOptions, RepeatableCallOptions } from './call/transport';
export type { Schema } from './call/wire';
export type { components, operations, paths } from './openapi-types';
export type { ActivityItem } from './resource/activity';
export type { Campaign, CreateCampaign, UpdateCampaign } from './resource/campaigns';
export type {
  BulkRequest,
  Contact,
  ContactFields,
  Job,
  SaveContact,
  SavedContact,
  UpdateContact,
} from './resource/contacts';
export type { Domain, DomainCheck } from './resource/domains';
export type { Email, SendEmail, SentEmails, Waybill as EmailWaybill } from './resource/emails';
export type { Event, TrackedEvent, TrackEvent } from './resource/events';
export type { Project } from './resource/projects';
export type { CreateSegment, Segment, UpdateSegment } from './resource/segments';
export type { Suppression } from './resource/suppressions';
export type { CreateTemplate, Template, UpdateTemplate } from './resource/templates';
export type { CreateWorkflow, Execution, UpdateWorkflow, Workflow, WorkflowItem } from './resource/workflows';
