/** Which of these (project, domain) pairs may send now? Domains are lower-case, exact, punycode. */
export interface CheckSenderDomains {
  projectId: string;
  domains: string[];
}

/** The verified ones among the domains asked for. */
export interface SenderDomains {
  verified: string[];
}

/** Which projects receive the mail of these domains? Lower-case, exact, punycode. */
export interface FindReceivers {
  domains: string[];
}

/** Those of the domains that are verified, each with its project. */
export interface Receivers {
  receivers: { domain: string; projectId: string }[];
}

/** Gives a project of the installation itself a sender domain that needs no proof. */
export interface AddOwnDomain {
  projectId: string;
  domain: string;
}

/** What of a project sends from a domain, so that it cannot be removed. */
export interface GetSenderUse {
  projectId: string;
  /** Lower-case, exact, punycode. */
  domain: string;
}

/** The first twenty templates whose sender is on the domain. */
export interface SenderUse {
  templates: { id: string; name: string }[];
}
