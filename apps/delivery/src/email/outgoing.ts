import { parseAddress } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { compileTemplate, render, renderSubject, TemplateError } from '@waybill/templating/template';
import type { MessageContent } from '../message/message-content';
import { signMessage } from '../mime/dkim';
import { buildMessage } from '../mime/message';
import { MessageError } from '../mime/message-error';
import type { EmailProvider, HandOver } from '../provider/provider';
import type { SenderDomainChecks } from '../sender/sender-domains';
import type { SigningKeys } from '../sender/signing-keys';
import type { LinkMaker, Links } from '../tracking/email-links';
import { claimUsableMs, type ClaimedEmail } from './claim.sql';
import { templateVariables } from './email-fact';
import { afterHandOver, failed, released, tryLater, type Settlement } from './settlement';

/** A claimed email with what it needs to leave. */
export interface Outbound {
  email: ClaimedEmail;
  /** Absent when the content was removed before the email could leave. */
  content: MessageContent | undefined;
  /** `performance.now()` of the claim. */
  claimedAt: number;
}

interface Rendered {
  subject: string;
  html: string;
}

/** Ends the way of an email before the provider is called. */
class Stop extends Error {
  constructor(readonly settlement: Settlement) {
    super('stop');
  }
}

/** Tries after which an email that fails inside our own program is given up. */
const ownFailures = 8;

/**
 * The one way out of the house. Nothing before `handOver` has an effect outside, so that only the provider's call lies
 * in the doubtful window.
 */
export class Outgoing {
  constructor(
    private readonly domains: SenderDomainChecks,
    readonly provider: EmailProvider,
    private readonly links: LinkMaker,
    /** Absent where the provider signs. */
    private readonly keys?: SigningKeys,
  ) {}

  /** Takes a claimed email to the provider and says what came of it; never throws. */
  async send({ email, content, claimedAt }: Outbound): Promise<Settlement> {
    try {
      await this.checkDomain(email);
      const present = this.checkContent(email, content);
      const links = await this.link(email, present);
      const rendered = this.render(email, present, links);
      const raw = await this.sign(email, await this.build(email, present, rendered, links));
      this.checkClaim(email, claimedAt);
      return await this.handOver(email, rendered, raw);
    } catch (error) {
      return error instanceof Stop ? error.settlement : this.ownFailure(email, error);
    }
  }

  private async checkDomain(email: ClaimedEmail): Promise<void> {
    const domain = parseAddress(email.from_address)?.domain ?? '';
    const verified = await this.domains.isStillVerified(email.project_id, domain).catch((error: unknown) => {
      if (error instanceof AppError) throw new Stop(tryLater(email, `sender check: ${error.message}`));
      throw error;
    });
    if (!verified) throw new Stop(failed(email, 'domain_not_verified', `${domain} is not a verified domain`));
  }

  private checkContent(email: ClaimedEmail, content: MessageContent | undefined): MessageContent {
    if (!content) throw new Stop(failed(email, 'content_gone', 'the content is not kept any more'));
    return content;
  }

  private link(email: ClaimedEmail, content: MessageContent): Promise<Links> {
    return this.links.of(email, content).catch((error: unknown) => {
      if (error instanceof AppError) throw new Stop(tryLater(email, `links: ${error.message}`));
      throw error;
    });
  }

  private render(email: ClaimedEmail, content: MessageContent, links: Links): Rendered {
    const variables = { ...templateVariables(email), ...links.variables };
    try {
      return {
        subject: renderSubject(compileTemplate(content.subject, 'text'), variables),
        html: render(compileTemplate(content.html, 'html'), variables),
      };
    } catch (error) {
      if (error instanceof TemplateError) throw new Stop(failed(email, 'render_failed', error.message));
      throw error;
    }
  }

  private async build(
    email: ClaimedEmail,
    content: MessageContent,
    { subject, html: rendered }: Rendered,
    links: Links,
  ): Promise<Buffer> {
    const { html, text } = links.finish(rendered);
    try {
      return await buildMessage({
        emailId: email.id,
        from: { email: email.from_address, name: email.from_name ?? undefined },
        to: { email: email.to_address, name: email.to_name ?? undefined },
        replyTo: email.reply_to ? { email: email.reply_to } : undefined,
        subject,
        html,
        text,
        headers: content.headers,
        unsubscribeUrl: links.unsubscribeUrl,
        attachments: content.attachments.map(({ contentId, ...file }) => ({
          ...file,
          contentId: contentId ?? undefined,
        })),
        date: new Date(),
      });
    } catch (error) {
      if (error instanceof MessageError) throw new Stop(failed(email, 'invalid_message', error.message));
      throw error;
    }
  }

  private async sign(email: ClaimedEmail, raw: Buffer): Promise<Buffer> {
    const domain = parseAddress(email.from_address)?.domain ?? '';
    const key = await this.keys?.find(email.project_id, domain).catch((error: unknown) => {
      if (error instanceof AppError) throw new Stop(tryLater(email, `signing key: ${error.message}`));
      throw error;
    });
    return key ? signMessage(raw, key, new Date()) : raw;
  }

  /** The provider's call must end inside the lease: a claim that waited too long is given back. */
  private checkClaim(email: ClaimedEmail, claimedAt: number): void {
    if (performance.now() - claimedAt > claimUsableMs) throw new Stop(released(email, 'waited too long'));
  }

  private async handOver(email: ClaimedEmail, { subject }: Rendered, raw: Buffer): Promise<Settlement> {
    crashPoint('delivery.before-handover');
    const handOver = await this.provider
      .handOver({
        projectId: email.project_id,
        emailId: email.id,
        attempt: email.attempt,
        envelope: { from: email.from_address, to: email.to_address },
        raw,
      })
      // A provider does not throw; when one does, nobody knows how far it came.
      .catch((error: unknown): HandOver => ({ outcome: 'doubtful', reason: String(error) }));
    crashPoint('delivery.after-handover');
    return afterHandOver(email, handOver, subject, new Date());
  }

  private ownFailure(email: ClaimedEmail, error: unknown): Settlement {
    const detail = error instanceof Error ? error.message : String(error);
    return email.attempt < ownFailures ? tryLater(email, detail) : failed(email, 'internal_error', detail);
  }
}
