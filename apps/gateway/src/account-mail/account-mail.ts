/** What the service writes to people about their account. */
export type AccountMailKind =
  | 'signup'
  | 'verify'
  | 'reset'
  | 'invitation'
  | 'suspension'
  | 'domain-verified'
  | 'domain-lost';

export interface MailText {
  subject: string;
  html: string;
}

const hours = 'The link works once, for one hour.';
const ignore = 'If this was not you, ignore this mail: nothing changes.';

/**
 * Fixed text only: nothing that a stranger typed gets into a mail to somebody else, but the name of a project's domain,
 * which is letters, digits, dots and hyphens. Links carry the token in the fragment.
 */
export const mailTexts = {
  verify: (dashboard: string, token: string): MailText =>
    page('Verify your email address', [
      `<a href="${dashboard}/verify-email#token=${token}">Verify your email address</a> to finish your sign-up.`,
      hours,
      ignore,
    ]),
  known: (dashboard: string): MailText =>
    page('You already have an account', [
      'Somebody asked for an account with this address, which has one already.',
      `<a href="${dashboard}/login">Sign in</a>, or <a href="${dashboard}/forgot-password">choose a new password</a>.`,
      ignore,
    ]),
  reset: (dashboard: string, token: string): MailText =>
    page('Choose a new password', [
      `<a href="${dashboard}/reset-password#token=${token}">Choose a new password</a>.`,
      hours,
      ignore,
    ]),
  invitation: (dashboard: string, token: string): MailText =>
    page('You are invited to a project', [
      `<a href="${dashboard}/invitation#token=${token}">Accept the invitation</a>: sign in with this address, or sign up.`,
      'The invitation is open for seven days.',
      ignore,
    ]),
  suspension: (dashboard: string): MailText =>
    page('A project was suspended', [
      'A project that you are a member of was suspended, because too many of its emails bounced or were reported as spam.',
      `<a href="${dashboard}">See the security page of the project</a> for the figures.`,
    ]),
  domainVerified: (dashboard: string, domain: string): MailText =>
    page(`${domain} is verified`, [
      `The DNS records of ${domain} were found: your project can send from it now.`,
      `<a href="${dashboard}">See the domains of the project</a>.`,
    ]),
  domainLost: (dashboard: string, domain: string): MailText =>
    page(`${domain} is not verified any more`, [
      `Three checks in a row did not find the DNS records of ${domain}. Nothing is sent from it until they are back.`,
      `<a href="${dashboard}">See which records are missing</a>.`,
    ]),
};

function page(subject: string, paragraphs: string[]): MailText {
  return { subject, html: paragraphs.map((text) => `<p>${text}</p>`).join('\n') };
}
