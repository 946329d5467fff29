import { pageLanguage, type MailSettings } from '@waybill/contracts/subscription/subscription';
import { linkUrl, type LinkKey, type SignedLink } from '@waybill/contracts/tracking/signed-link';
import type { ClaimedEmail } from '../ledger/claimed-email';
import type { MessageContent } from '../ledger/message-content';
import { addFooter, textFooter } from './footer';
import type { MailSettingsReader } from '../sender/mail-settings';
import { addPixel, trackLinks } from './tracked-html';

type LinkedEmail = Pick<ClaimedEmail, 'project_id' | 'id' | 'contact_id' | 'variables'>;
type LinkedContent = Pick<MessageContent, 'subject' | 'html' | 'marketing' | 'tracking'> & {
  text?: string | null;
  previewText?: string | null;
};

const namesLink = /subscribeUrl|manageUrl/;
const namesLinks = ({ subject, html, text, previewText }: LinkedContent): boolean =>
  [html, subject, text, previewText].some((source) => !!source && namesLink.test(source));

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

  /** May opens and clicks be tracked? The message decides, else the project. */
  get tracking(): boolean {
    const { tracking } = this.settings;
    return (
      this.content.tracking ?? (tracking === 'ENABLED' || (tracking === 'MARKETING_ONLY' && this.content.marketing))
    );
  }

  /**
   * The rendered HTML as it leaves; `readable`, of which a text part is made: with the footer, and with links as their
   * author wrote them; and the footer of a text part that the author wrote.
   */
  finish(rendered: string): { html: string; readable: string; textFooter: string } {
    const language = pageLanguage(this.email.variables.data['locale'], this.settings.language);
    const shown = this.content.marketing ? addFooter(rendered, language, this.contactUrls) : rendered;
    return {
      html: this.ownTracking && this.tracking ? this.track(shown) : shown,
      readable: shown,
      textFooter: this.content.marketing ? textFooter(language, this.contactUrls) : '',
    };
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

/** The part of an email's links that rendering and building use. */
export type Links = Pick<EmailLinks, 'variables' | 'unsubscribeUrl' | 'tracking' | 'finish'>;

/** Gives each outgoing email its links. */
export class LinkMaker {
  /** One key object for all emails under the same settings, so that it is prepared once. */
  private readonly keys = new WeakMap<MailSettings, LinkKey>();

  constructor(
    private readonly settings: MailSettingsReader,
    private readonly ownTracking: boolean,
  ) {}

  /** @throws AppError 503 when the project's settings are unavailable: tracking must not be assumed. */
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
