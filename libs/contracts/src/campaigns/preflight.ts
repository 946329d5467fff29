/** One email of a preflight, as it would leave now. */
export class PreflightRender {
  email: string;
  subject: string | null;
  /** As it stands hidden at the beginning of `html`; null where there is none. */
  previewText: string | null;
  html: string | null;
  /** Why it cannot be rendered. */
  error: string | null;
}

/** Answer of `GET /campaigns/{id}/preflight`. */
export class CampaignPreflight {
  /** Contacts that would get the campaign now. */
  included: number;
  excluded: {
    unsubscribed: number;
    suppressed: number;
    /** Included contacts that lack a field which the content shows without a default. */
    missingField: number;
    /** Included contacts beyond the project's cap of this month. */
    cap: number;
  };
  renders: PreflightRender[];
  /** In words. */
  problems: string[];
  /** Bytes of the largest of the renders. */
  messageBytes: number;
  expectedSeconds: number;
}
