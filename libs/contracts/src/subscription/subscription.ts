import type { TrackingMode } from '../accounts/project';

/** Languages of footers and subscription pages. */
export const pageLanguages = ['en', 'de', 'fr', 'es', 'nl'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The first of the given locales (`de`, `de-AT`, `de_AT`) that we speak; English when there is none. */
export function pageLanguage(...locales: unknown[]): PageLanguage {
  for (const locale of locales) {
    const language = typeof locale === 'string' ? locale.trim().toLowerCase().split(/[-_]/)[0] : undefined;
    const spoken = pageLanguages.find((candidate) => candidate === language);
    if (spoken) return spoken;
  }
  return 'en';
}

/** Asks for the subscription of a contact for its page; a signed link proves the ids. */
export class GetSubscription {
  projectId: string;
  contactId: string;
}

/** The contact's own wish, made on a subscription page: it also lifts a bounce or complaint. */
export class ChangeSubscription extends GetSubscription {
  subscribed: boolean;
  requestId: string;
}

export class SubscriptionView {
  email: string;
  subscribed: boolean;
  /** `data.locale` of the contact, where it is a text. */
  locale: string | null;
}

/** The contact after its wish. */
export class ChangedSubscription extends SubscriptionView {
  /** False when the wish was true already. */
  changed: boolean;
}

/** Which project's settings an email needs. */
export class GetMailSettings {
  projectId: string;
}

/** Settings of a project and of this installation that an email needs. */
export class MailSettings {
  /** False when the project is disabled or deleted: nothing leaves for it. */
  enabled: boolean;
  /** Address under which recipients reach the gateway. */
  publicUrl: string;
  /** The key that signs links now; `secret` is base64. */
  linkKey: { id: string; secret: string };
  /** The display name of a sender that has none. */
  name: string;
  /** Which opens and clicks are tracked unless the message says otherwise. */
  tracking: TrackingMode;
  /** Language of the project, where the recipient's is not known. */
  language: string;
}
