/** A service whose addresses forward to another mailbox. */
export interface AliasService {
  name: string;
  /** The domains that it hands out by default; their subdomains are its users'. */
  domains: readonly string[];
  /** Pages that name the domains, seen on the day: an entry without one is not taken. */
  sources: readonly string[];
  /** ISO date. */
  seen: string;
}

/** The services of whose domains `/v1/verify` says `isAlias`: see docs/addresses.md for what is taken and why no package is. */
export const aliasServices: readonly AliasService[] = [
  {
    name: 'SimpleLogin',
    domains: [
      ...['simplelogin.com', 'simplelogin.co', 'simplelogin.fr', 'simplelogin.io', 'aleeas.com', 'slmail.me'],
      ...['slmails.com', '8alias.com', '8shield.net', 'dralias.com', 'silomails.com'],
    ],
    sources: [
      'https://github.com/disposable/disposable/issues/95',
      'https://github.com/simple-login/app/issues/255',
      'https://github.com/MikkelScheike/email-provider-links',
    ],
    seen: '2026-11-21',
  },
  {
    name: 'Proton Pass',
    domains: ['passmail.net', 'passmail.com', 'passinbox.com', 'passfwd.com'],
    sources: ['https://github.com/micke/valid_email2/issues/214'],
    seen: '2026-11-21',
  },
  {
    name: 'addy.io',
    domains: ['anonaddy.com', 'anonaddy.me', 'addy.io'],
    sources: [
      'https://addy.io/help/what-are-the-different-kinds-of-aliases/',
      'https://github.com/FGRibreau/mailchecker/pull/597',
    ],
    seen: '2026-11-21',
  },
  {
    name: 'Apple, sign-in with a hidden address',
    domains: ['privaterelay.appleid.com'],
    sources: ['https://github.com/FGRibreau/mailchecker/pull/337'],
    seen: '2026-11-21',
  },
  {
    name: 'Firefox Relay',
    domains: ['mozmail.com', 'relay.firefox.com'],
    sources: [
      'https://github.com/disposable/disposable/issues/97',
      'https://github.com/ivolo/disposable-email-domains/issues/871',
    ],
    seen: '2026-11-21',
  },
  {
    name: 'DuckDuckGo Email Protection',
    domains: ['duck.com'],
    sources: ['https://github.com/FGRibreau/mailchecker/pull/597'],
    seen: '2026-11-21',
  },
  {
    name: 'Forward Email',
    domains: ['forwardemail.net'],
    sources: ['https://github.com/FGRibreau/mailchecker/pull/597'],
    seen: '2026-11-21',
  },
  {
    name: 'erine.email',
    domains: ['erine.email'],
    sources: ['https://github.com/FGRibreau/mailchecker/pull/597'],
    seen: '2026-11-21',
  },
  {
    name: '33Mail',
    domains: ['33mail.com'],
    sources: ['https://github.com/fynks/email-aliasing-comparison'],
    seen: '2026-11-21',
  },
  {
    name: 'Spamgourmet',
    domains: ['spamgourmet.com'],
    sources: ['https://www.spamgourmet.com/index.pl?advanced=1&clearFeature=2'],
    seen: '2026-11-21',
  },
];
