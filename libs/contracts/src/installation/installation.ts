import type { SignInProviders } from '../accounts/sign-in-providers';

/** Answer of `GET /config`: the features of this installation. */
export interface InstallationView {
  environment: string;
  /** Null where the installation has no such site. */
  urls: { api: string; dashboard: string | null; landing: string | null; wiki: string | null };
  features: {
    billing: { enabled: boolean };
    storage: { s3Enabled: boolean };
    authProviders: SignInProviders;
    signup: { signupsDisabled: boolean };
    email: { trackingToggleEnabled: boolean };
    /** Submission by SMTP: its domain and its ports, with TLS from the first byte (`secure`) or by STARTTLS (`submission`). */
    smtp: {
      enabled: boolean;
      domain: string | null;
      ports: { secure: number | null; submission: number | null } | null;
    };
  };
  aws: { sesRegion: string | null; mailFromSubdomain: string | null };
}
