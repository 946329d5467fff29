/** Settings of the domain-verifier beside those of every service: none yet. */
export const domainVerifierSettings = {};
