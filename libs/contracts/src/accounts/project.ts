import { Transform, Type } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches, MaxLength, Validate, ValidateNested } from 'class-validator';
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

const colour = /^#[0-9a-f]{6}$/i;
const notColour = { message: '$property must be a colour like #364fc7' };
/** An installation without TLS, as on a developer's machine, serves its uploads by http. */
const logo = /^(?:https:\/\/[^\s"'<>{}]+|http:\/\/[\w.:/-]+\/uploads\/[0-9a-f]{32}\.(?:jpg|png|gif|webp))$/;

/** How new emails of a project look, until their author changes it; what is absent is as the editor has it. Colours are `#rrggbb`. */
export class ProjectBrand {
  /**
   * The https address of a picture that stands above the text, at most 2,000 characters; `POST /uploads/image` answers one, by http
   * where the installation has no TLS.
   */
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  @Matches(logo, { message: '$property must be an https address' })
  logoUrl?: string | null;

  /** Behind the email. */
  @IsOptional()
  @IsString()
  @Matches(colour, notColour)
  ground?: string | null;

  /** Behind the text. */
  @IsOptional()
  @IsString()
  @Matches(colour, notColour)
  paper?: string | null;

  @IsOptional()
  @IsString()
  @Matches(colour, notColour)
  text?: string | null;

  @IsOptional()
  @IsString()
  @Matches(colour, notColour)
  link?: string | null;

  @IsOptional()
  @IsString()
  @Matches(colour, notColour)
  button?: string | null;

  /** The words on a button. */
  @IsOptional()
  @IsString()
  @Matches(colour, notColour)
  buttonText?: string | null;

  /** Below the text, at most 500 characters; Liquid in it is filled. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  footer?: string | null;
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

  /** Replaced as a whole; null removes it. */
  @IsOptional()
  @ValidateNested()
  @Type(() => ProjectBrand)
  brand?: ProjectBrand | null;
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
  /** null while none is set. */
  brand: ProjectBrand | null;
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
