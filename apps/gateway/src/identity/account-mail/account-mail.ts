/** Kinds of emails about a user account. */
export type AccountMailKind =
  | 'signup'
  | 'verify'
  | 'reset'
  | 'invitation'
  | 'suspension'
  | 'domain-verified'
  | 'domain-lost'
  | 'usage-warning';

export interface MailText {
  subject: string;
  html: string;
}

const hours = 'The link works once, for one hour.';
const ignore = 'If you did not request this, ignore this email.';
/** For a page without scripts, which asks for the code. */
const code = (token: string): string => `If the page asks for a code, enter <code>${token}</code>.`;
/** A link to the dashboard, where there is one. */
const link = (dashboard: string | null, text: string): string[] =>
  dashboard ? [`<a href="${dashboard}">${text}</a>.`] : [];

/**
 * Fixed texts: no input of a stranger reaches the email of another person, except the name of a project's domain, which
 * has letters, digits, dots and hyphens only. `site` is the dashboard's address or, without one, the gateway's, which has
 * these pages too. Links carry the token in the fragment, which no server and no proxy sees.
 */
export const mailTexts = {
  verify: (site: string, token: string): MailText =>
    mail('Verify your email address', [
      `<a href="${site}/verify-email#token=${token}">Verify your email address</a> to finish your sign-up.`,
      hours,
      code(token),
      ignore,
    ]),
  known: (site: string): MailText =>
    mail('You already have an account', [
      'There was a request to create an account with this address, but you already have one: sign in with your password.',
      `Forgot your password? <a href="${site}/forgot-password">Choose a new password</a>.`,
      ignore,
    ]),
  reset: (site: string, token: string): MailText =>
    mail('Choose a new password', [
      `<a href="${site}/reset-password#token=${token}">Choose a new password</a>.`,
      hours,
      code(token),
      ignore,
    ]),
  invitation: (site: string, token: string): MailText =>
    mail('You are invited to a project', [
      `<a href="${site}/invitation#token=${token}">Accept the invitation</a>, with or without an account of this address.`,
      'The invitation is open for seven days.',
      code(token),
      ignore,
    ]),
  suspension: (dashboard: string | null): MailText =>
    mail('A project was suspended', [
      'A project that you are a member of was suspended, because too many of its emails bounced or were reported as spam.',
      ...link(dashboard, 'See the security page of the project for the figures'),
    ]),
  domainVerified: (dashboard: string | null, domain: string): MailText =>
    mail(`${domain} is verified`, [
      `The DNS records of ${domain} were found: your project can send from it now.`,
      ...link(dashboard, 'See the domains of the project'),
    ]),
  domainLost: (dashboard: string | null, domain: string): MailText =>
    mail(`${domain} is not verified any more`, [
      `Three checks in a row did not find the DNS records of ${domain}. Nothing is sent from it until they are back.`,
      ...link(dashboard, 'See which records are missing'),
    ]),
  usageWarning: (dashboard: string | null, detail: string): MailText =>
    mail('Your project has used 80 % of its monthly limit', [
      `Your project has used ${detail} of this month. At the limit, further emails are refused until the next month begins.`,
      ...link(dashboard, 'See usage and limits'),
    ]),
};

function mail(subject: string, paragraphs: string[]): MailText {
  return { subject, html: paragraphs.map((text) => `<p>${text}</p>`).join('\n') };
}
