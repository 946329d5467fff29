import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessGuard } from './access/access.guard';
import { Admission } from './access/admission';
import { KeyCache } from './access/key/key-cache';
import { KeyGuesses } from './access/key/key-guesses';
import { KeyService } from './access/key/key.service';
import { ReplicaLease } from './access/key/replica-lease';
import { AccountPageController } from './pages/account/account-page.controller';
import { AccountMailWorker } from './identity/account-mail/account-mail.worker';
import { AccountMailService } from './identity/account-mail/account-mail.service';
import { SystemProject } from './identity/account-mail/system-project';
import { AccountService } from './identity/sign-in/account.service';
import { AuthController } from './identity/sign-in/auth.controller';
import { AuthService } from './identity/sign-in/auth.service';
import { InvitationService } from './identity/sign-in/invitation.service';
import { LoginThrottle } from './identity/sign-in/login-throttle';
import { BillingController } from './api/billing/billing.controller';
import { PaymentStateController } from './api/billing/payment-state.controller';
import { ContactFieldController } from './api/contact/contact-field.controller';
import { ContactJobController } from './api/contact/contact-job.controller';
import { ContactController } from './api/contact/contact.controller';
import { SuppressionController } from './api/suppression.controller';
import { GATEWAY_CONFIG, type GatewayConfig } from './config';
import { DashboardController } from './dashboard/dashboard.controller';
import { DomainMailConsumer } from './identity/account-mail/domain-mail.consumer';
import { DomainController } from './api/domain.controller';
import { ErasureController } from './identity/erasure/erasure.controller';
import { ErasureService } from './identity/erasure/erasure.service';
import { UploadController } from './identity/upload/upload.controller';
import { UploadService } from './identity/upload/upload.service';
import { STORAGE } from './identity/upload/storage';
import { storageOf } from './identity/upload/storage-of';
import { EnvelopeFilter } from './edge/envelope.filter';
import { ActivityController } from './api/activity.controller';
import { AnalyticsController } from './api/analytics.controller';
import { EmailController } from './api/email.controller';
import { EventController } from './api/event.controller';
import { ConfigController } from './api/installation/config.controller';
import { HealthController } from './api/installation/health.controller';
import { MemberController } from './identity/member/member.controller';
import { MemberService } from './identity/member/member.service';
import { Invitation } from './identity/member/invitation.entity';
import { MembershipService } from './access/membership.service';
import { ProjectController } from './identity/project/project.controller';
import { ProjectSummaryController } from './identity/project/project-summary.controller';
import { ProjectService } from './identity/project/project.service';
import { Membership } from './identity/project/membership.entity';
import { OwnershipService } from './identity/project/ownership.service';
import { Project, ProjectKey } from './identity/project/project.entity';
import { Idempotency } from './access/idempotency/idempotency';
import { IdempotencyKeys } from './access/idempotency/idempotency-key.service';
import { ReferenceController } from './api/reference/reference.controller';
import { RateLimitGuard } from './access/rate-limit/rate-limit.guard';
import { RateLimits } from './access/rate-limit/rate-limits';
import { ReputationCheckService } from './identity/security/reputation-check.service';
import { ReputationService } from './identity/security/reputation.service';
import { ReputationWorker } from './identity/security/reputation.worker';
import { SegmentController } from './api/segment.controller';
import { SecurityController } from './identity/security/security.controller';
import { SecurityService } from './identity/security/security.service';
import { SuspensionService } from './identity/security/suspension.service';
import { OAuthController } from './pages/account/oauth.controller';
import { OAuthService } from './identity/oauth/oauth.service';
import { OAuthState } from './identity/oauth/oauth-state';
import { SetupController } from './api/installation/setup.controller';
import { SessionReader } from './access/session/session-reader';
import { SessionService } from './access/session/session.service';
import { SignInDb } from './access/rate-limit/sign-in-db';
import { ThrottleService } from './access/rate-limit/throttle.service';
import { SessionSecret } from './access/session/session-secret';
import { CaughtWebhookController } from './pages/mailbox/caught-webhook.controller';
import { MailboxController } from './api/mailbox.controller';
import { MailboxPageController } from './pages/mailbox/mailbox-page.controller';
import { SnsController } from './callbacks/sns.controller';
import { StripeController } from './callbacks/stripe.controller';
import { SendController } from './api/send/send.controller';
import { SendService } from './api/send/send.service';
import { LargeBodies } from './edge/body/large-bodies';
import { MailParser } from './submission/mail/mail-parser';
import { SmtpHandlers } from './submission/smtp-handlers';
import { SmtpLogin } from './submission/smtp-login';
import { SubmissionService } from './submission/submission.service';
import { LinkKeys } from './access/link-keys';
import { MailSettingsController } from './identity/project/mail-settings.controller';
import { SubscriptionController } from './pages/links/subscription.controller';
import { CampaignController } from './api/campaign.controller';
import { RenderController } from './api/render.controller';
import { LiveController } from './live/live.controller';
import { LiveStreams } from './live/live-streams.service';
import { TemplateController } from './api/template.controller';
import { HitReporter } from './pages/links/hit-reporter';
import { TrackingController } from './pages/links/tracking.controller';
import { PublicKeyLimits } from './access/rate-limit/public-key-limits';
import { TrackController } from './api/track.controller';
import { UserController } from './identity/user/user.controller';
import { UserService } from './identity/user/user.service';
import { VerifyController } from './api/verify.controller';
import { ExecutionController } from './api/workflow/execution.controller';
import { WorkflowController } from './api/workflow/workflow.controller';

/** The API of projects. */
const apiControllers = [
  SendController,
  TrackController,
  ContactController,
  SuppressionController,
  ContactFieldController,
  ContactJobController,
  EventController,
  VerifyController,
  DomainController,
  SetupController,
  BillingController,
  PaymentStateController,
  ConfigController,
  HealthController,
  MailboxController,
  CampaignController,
  TemplateController,
  RenderController,
  EmailController,
  ActivityController,
  ReferenceController,
  AnalyticsController,
  WorkflowController,
  ExecutionController,
  SegmentController,
];

/** User accounts, projects, members, security and uploads. */
const identityControllers = [
  AuthController,
  UserController,
  ProjectController,
  ProjectSummaryController,
  MemberController,
  ErasureController,
  SecurityController,
  UploadController,
  MailSettingsController,
];

/** Pages for people, and the links in emails. */
const pageControllers = [
  AccountPageController,
  OAuthController,
  CaughtWebhookController,
  MailboxPageController,
  SubscriptionController,
  TrackingController,
];

/** The dashboard, live hints and the callbacks of providers. */
const otherControllers = [DashboardController, LiveController, SnsController, StripeController];

/** Keys, sessions, rate limits and idempotency. */
const access = [
  KeyService,
  KeyCache,
  KeyGuesses,
  ReplicaLease,
  MembershipService,
  SessionSecret,
  SessionReader,
  SessionService,
  SignInDb,
  ThrottleService,
  LinkKeys,
  AccessGuard,
  RateLimits,
  PublicKeyLimits,
  Idempotency,
  IdempotencyKeys,
  RateLimitGuard,
  Admission,
];

/** User accounts, projects, members, security and uploads. */
const identity = [
  SystemProject,
  AccountMailService,
  AccountMailWorker,
  DomainMailConsumer,
  AccountService,
  AuthService,
  InvitationService,
  UserService,
  OwnershipService,
  ProjectService,
  MemberService,
  ErasureService,
  OAuthState,
  OAuthService,
  ReputationService,
  ReputationCheckService,
  ReputationWorker,
  SecurityService,
  SuspensionService,
  UploadService,
  LoginThrottle,
];

/** Sending by HTTP and SMTP, links in emails, live hints. */
const edges = [LiveStreams, HitReporter, SendService, SmtpLogin, MailParser, SmtpHandlers, SubmissionService];

/** Rows of the identity schema that are plainly read and written. */
export const gatewayEntities = [Project, ProjectKey, Membership, Invitation];

/** The HTTP edge: every public route, and its callers. */
@Module({})
export class GatewayModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      imports: [TypeOrmModule.forFeature(gatewayEntities)],
      controllers: [...apiControllers, ...identityControllers, ...pageControllers, ...otherControllers],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        ...access,
        ...identity,
        ...edges,
        { provide: STORAGE, useFactory: () => storageOf(config) },
        { provide: LargeBodies, useFactory: () => new LargeBodies() },
        { provide: APP_FILTER, useClass: EnvelopeFilter },
      ],
    };
  }
}
