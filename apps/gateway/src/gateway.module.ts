import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access/access.guard';
import { Admission } from './access/admission';
import { KeyCache } from './access/key-cache';
import { KeyGuesses } from './access/key-guesses';
import { KeyStore } from './access/key-store';
import { ReplicaLease } from './access/replica-lease';
import { AccountPageController } from './account-page/account-page.controller';
import { AccountMailSender } from './account-mail/account-mail.sender';
import { AccountMailStore } from './account-mail/account-mail.store';
import { SystemProject } from './account-mail/system-project';
import { AccountStore } from './account/account.store';
import { AuthController } from './auth/auth.controller';
import { AuthService } from './auth/auth.service';
import { CookieReader } from './auth/cookie-reader';
import { InvitationService } from './auth/invitation.service';
import { LoginThrottle } from './auth/login-throttle';
import { BillingController } from './billing/billing.controller';
import { ContactFieldController } from './contact/contact-field.controller';
import { ContactJobController } from './contact/contact-job.controller';
import { ContactController } from './contact/contact.controller';
import { GATEWAY_CONFIG, type GatewayConfig } from './config';
import { DomainMailConsumer } from './domain/domain-mail.consumer';
import { DomainController } from './domain/domain.controller';
import { ErasureController } from './erasure/erasure.controller';
import { ErasureService } from './erasure/erasure.service';
import { UploadController } from './upload/upload.controller';
import { UploadService } from './upload/upload.service';
import { STORAGE } from './upload/storage';
import { storageOf } from './upload/storage-of';
import { EnvelopeFilter } from './edge/envelope.filter';
import { EmailController } from './email/email.controller';
import { EventController } from './event/event.controller';
import { ConfigController } from './installation/config.controller';
import { HealthController } from './installation/health.controller';
import { MemberController } from './member/member.controller';
import { MemberService } from './member/member.service';
import { MemberStore } from './member/member.store';
import { MembershipStore } from './member/membership.store';
import { ProjectController } from './project/project.controller';
import { ProjectSummaryController } from './project/project-summary.controller';
import { ProjectService } from './project/project.service';
import { ProjectStore } from './project/project.store';
import { Idempotency } from './idempotency/idempotency';
import { IdempotencyStore } from './idempotency/idempotency.store';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { RateLimits } from './rate-limit/rate-limits';
import { WindowStore } from './rate-limit/window.store';
import { ReputationCheckStore } from './security/reputation-check.store';
import { ReputationStore } from './security/reputation.store';
import { ReputationWatch } from './security/reputation.watch';
import { SecurityController } from './security/security.controller';
import { SecurityService } from './security/security.service';
import { SuspensionService } from './security/suspension.service';
import { OAuthController } from './oauth/oauth.controller';
import { OAuthService } from './oauth/oauth.service';
import { OAuthState } from './oauth/oauth-state';
import { SetupController } from './setup/setup.controller';
import { SessionGuard } from './session/session.guard';
import { SessionService } from './session/session.service';
import { ThrottleStore } from './throttle/throttle.store';
import { SessionSecret } from './session/session-secret';
import { SessionStore } from './session/session.store';
import { SessionStrategy } from './session/session.strategy';
import { MailboxController } from './mailbox/mailbox.controller';
import { MailboxPageController } from './mailbox/mailbox-page.controller';
import { SnsController } from './provider-callback/sns.controller';
import { SendController } from './send/send.controller';
import { LinkKeys } from './subscription/link-keys';
import { MailSettingsController } from './subscription/mail-settings.controller';
import { SubscriptionController } from './subscription/subscription.controller';
import { TemplateController } from './template/template.controller';
import { HitReporter } from './tracking/hit-reporter';
import { TrackingController } from './tracking/tracking.controller';
import { PublicKeyLimits } from './track/public-key-limits';
import { TrackController } from './track/track.controller';
import { UserController } from './user/user.controller';
import { UserService } from './user/user.service';
import { VerifyController } from './verify/verify.controller';

/** The HTTP edge: every public route, and who may call it. */
@Module({})
export class GatewayModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        SendController,
        TrackController,
        ContactController,
        ContactFieldController,
        ContactJobController,
        EventController,
        VerifyController,
        DomainController,
        AuthController,
        AccountPageController,
        UserController,
        ProjectController,
        ProjectSummaryController,
        MemberController,
        ErasureController,
        SetupController,
        OAuthController,
        SecurityController,
        BillingController,
        UploadController,
        ConfigController,
        HealthController,
        MailboxController,
        MailboxPageController,
        SubscriptionController,
        MailSettingsController,
        TrackingController,
        TemplateController,
        EmailController,
        SnsController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        KeyStore,
        KeyCache,
        KeyGuesses,
        ReplicaLease,
        MembershipStore,
        SessionSecret,
        SessionStore,
        SessionStrategy,
        SessionGuard,
        SessionService,
        ThrottleStore,
        SystemProject,
        AccountMailStore,
        AccountMailSender,
        DomainMailConsumer,
        AccountStore,
        AuthService,
        InvitationService,
        UserService,
        ProjectStore,
        ProjectService,
        MemberStore,
        MemberService,
        ErasureService,
        OAuthState,
        OAuthService,
        ReputationStore,
        ReputationCheckStore,
        ReputationWatch,
        SecurityService,
        SuspensionService,
        UploadService,
        { provide: STORAGE, useFactory: () => storageOf(config) },
        CookieReader,
        LoginThrottle,
        LinkKeys,
        HitReporter,
        AccessGuard,
        WindowStore,
        RateLimits,
        PublicKeyLimits,
        Idempotency,
        IdempotencyStore,
        RateLimitGuard,
        Admission,
        { provide: APP_GUARD, useExisting: Admission },
        { provide: APP_FILTER, useClass: EnvelopeFilter },
      ],
    };
  }
}
