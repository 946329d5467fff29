/** The services that a person can sign in with, beside a password. */
export class SignInProviders {
  github: boolean;
  google: boolean;
  /** Is an OpenID Connect provider configured (single sign-on)? */
  oidc: boolean;
  /** Name of that provider for a button; null without one. */
  oidcName: string | null;
}
