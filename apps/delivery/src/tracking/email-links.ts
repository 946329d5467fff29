import { pageLanguage, type MailSettings } from '@waybill/contracts/subscription/subscription';
import { linkUrl, type LinkKey, type SignedLink } from '@waybill/contracts/tracking/signed-link';
import type { ClaimedEmail } from '../email/claim.sql';
import type { MessageContent } from '../message/message-content';
import { addFooter } from './footer';
import type { MailSettingsReader } from './mail-settings.reader';
import { addPixel, trackLinks } from './tracked-html';

type LinkedEmail = Pick<ClaimedEmail, 'project_id' | 'id' | 'contact_id' | 'variables'>;
type LinkedContent = Pick<MessageContent, 'subject' | 'html' | 'marketing' | 'tracking'>;

const namesLink = /subscribeUrl|manageUrl/;
const namesLinks = ({ subject, html }: LinkedContent): boolean => namesLink.test(html) || namesLink.test(subject);

/** Everything in one email that leads back to us: the contact's own links, the footer, tracked links and the pixel. */
export class EmailLinks {
  private signed?: Record<'unsubscribeUrl' | 'subscribeUrl' | 'manageUrl', string>;

  constructor(
    private readonly email: LinkedEmail,
    private readonly content: LinkedContent,
    private readonly settings: MailSettings,
    private readonly key: LinkKey,
    /** False where the provider tracks. */
    private readonly ownTracking: boolean,
  ) {}

  /** Template variables, where the content names one or leads to one by its footer; the contact's own data cannot hide them. */
  get variables(): Record<string, string> {
    return this.content.marketing || namesLinks(this.content) ? this.contactUrls : {};
  }

  /** Where the one-click headers point; only a marketing message has them. */
  get unsubscribeUrl(): string | undefined {
    return this.content.marketing ? this.contactUrls.unsubscribeUrl : undefined;
  }

  /** May opens and clicks be tracked? What the message says, else the project. */
  get tracking(): boolean {
    return this.content.tracking ?? this.settings.tracking;
  }

  /** The rendered HTML as it leaves, and what its text part is made of: with the footer, but with links as their author wrote them. */
  finish(rendered: string): { html: string; readable: string } {
    const language = pageLanguage(this.email.variables.data['locale'], this.settings.language);
    const shown = this.content.marketing ? addFooter(rendered, language, this.contactUrls) : rendered;
    return { html: this.ownTracking && this.tracking ? this.track(shown) : shown, readable: shown };
  }

  private track(html: string): string {
    const ids = { projectId: this.email.project_id, emailId: this.email.id };
    const own = ['unsubscribe', 'subscribe', 'manage'].map((page) => `${this.base}/${page}/`);
    const linked = trackLinks(
      html,
      (url, position, links) => this.url({ purpose: 'click', ...ids, url, position, links }),
      (url) => own.some((page) => url.startsWith(page)),
    );
    return addPixel(linked, this.url({ purpose: 'open', ...ids }));
  }

  /** Signed when they are first needed: most transactional mail has none of them. */
  private get contactUrls() {
    return (this.signed ??= {
      unsubscribeUrl: this.contactUrl('unsubscribe'),
      subscribeUrl: this.contactUrl('subscribe'),
      manageUrl: this.contactUrl('manage'),
    });
  }

  private contactUrl(purpose: 'unsubscribe' | 'subscribe' | 'manage'): string {
    const { project_id: projectId, contact_id: contactId, id: emailId } = this.email;
    return this.url({ purpose, projectId, contactId, emailId });
  }

  private url(link: SignedLink): string {
    return linkUrl(this.base, this.key, link);
  }

  private get base(): string {
    return this.settings.publicUrl.replace(/\/+$/, '');
  }
}

/** What rendering and building read of an email's links. */
export type Links = Pick<EmailLinks, 'variables' | 'unsubscribeUrl' | 'tracking' | 'finish'>;

/** Gives each outgoing email its links. */
export class LinkMaker {
  /** One object for all emails under the same settings: it is prepared for signing once. */
  private readonly keys = new WeakMap<MailSettings, LinkKey>();

  constructor(
    private readonly settings: MailSettingsReader,
    private readonly ownTracking: boolean,
  ) {}

  /** @throws AppError when the project's settings cannot be had now: nobody is tracked who was promised not to be. */
  async of(email: LinkedEmail, content: LinkedContent): Promise<Links> {
    const settings = await this.settings.of(email.project_id);
    return new EmailLinks(email, content, settings, this.keyOf(settings), this.ownTracking);
  }

  private keyOf(settings: MailSettings): LinkKey {
    const known = this.keys.get(settings);
    if (known) return known;
    const { id, secret } = settings.linkKey;
    const key = { id, secret: Buffer.from(secret, 'base64') };
    this.keys.set(settings, key);
    return key;
  }
}
