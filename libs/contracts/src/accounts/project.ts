import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches, Validate } from 'class-validator';
import { ProjectNameRule } from './project-name.rule';

/** Which messages have their opens and clicks recorded unless a message says otherwise; MARKETING_ONLY: all but transactional ones. */
export const trackingModes = ['ENABLED', 'DISABLED', 'MARKETING_ONLY'] as const;
export type TrackingMode = (typeof trackingModes)[number];

/** `true` and `false` are taken too. */
const toTrackingMode = ({ value }: { value: unknown }): unknown =>
  value === true ? 'ENABLED' : value === false ? 'DISABLED' : value;

/** Body of `POST /users/@me/projects`. */
export class CreateProject {
  @Validate(ProjectNameRule)
  name: string;
}

/** Body of `PATCH /users/@me/projects/{id}`: what is left out stays. */
export class UpdateProject {
  @IsOptional()
  @Validate(ProjectNameRule)
  name?: string;

  /** ENABLED, DISABLED or MARKETING_ONLY; true and false are taken for the first two. */
  @IsOptional()
  @Transform(toTrackingMode)
  @IsIn(trackingModes)
  tracking?: TrackingMode;

  /** Language of the pages that recipients see: `xx` or `xx-YY`. */
  @IsOptional()
  @IsString()
  @Matches(/^[a-z]{2}(-[A-Z]{2})?$/, { message: '$property must be a language like en or pt-BR' })
  language?: string;
}

/** Billing state of a project; absent while the billing service is unavailable. */
export class ProjectBilling {
  /** Ids at the payment provider; null where it knows no such customer or subscription. */
  customer?: string | null;
  subscription?: string | null;
  /** The most emails of a month by category; null: no limit. */
  billingLimitWorkflows?: number | null;
  billingLimitCampaigns?: number | null;
  billingLimitTransactional?: number | null;
  billingLimitInbound?: number | null;
}

/** A project. The secret key is shown in full only when it is made, else as its prefix and last four characters. */
export class ProjectView extends ProjectBilling {
  id: string;
  name: string;
  public: string;
  secret: string;
  disabled: boolean;
  disabledReason: string | null;
  tracking: TrackingMode;
  language: string;
  createdAt: string;
  updatedAt: string;
}

/** Answer of `GET /projects/{id}`, and an item of `GET /projects`. */
export class ProjectSummary {
  id: string;
  name: string;
  /** The verified domain that was added first; null while there is none. */
  defaultSenderDomain: string | null;
  createdAt: string;
}
