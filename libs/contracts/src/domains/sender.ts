/** Which of these (project, domain) pairs may send now? Domains are lower-case, exact, punycode. */
export class CheckSenderDomains {
  projectId: string;
  domains: string[];
}

/** The verified ones among the domains asked for. */
export class SenderDomains {
  verified: string[];
}

/** Which projects receive the mail of these domains? Lower-case, exact, punycode. */
export class FindReceivers {
  domains: string[];
}

/** Those of the domains that are verified, each with its project. */
export class Receivers {
  receivers: { domain: string; projectId: string }[];
}

/** Gives a project of the installation itself a sender domain that needs no proof. */
export class AddOwnDomain {
  projectId: string;
  domain: string;
}

/** Finds uses of a domain as a sender in a project; a domain in use cannot be removed. */
export class GetSenderUse {
  projectId: string;
  /** Lower-case, exact, punycode. */
  domain: string;
}

/** The first twenty templates, and the first twenty unsent campaigns, whose sender is on the domain. */
export class SenderUse {
  campaigns: { id: string; name: string }[];
  templates: { id: string; name: string }[];
}
