/** With which key is mail of this domain signed? Asked by delivery before the hand-over. */
export class GetSigningKey {
  projectId: string;
  /** Lower-case punycode. */
  domain: string;
}

/** A DKIM key; `key` is null where the provider signs, or where the domain is not a verified one of the project. */
export class SigningKeyReply {
  key: { selector: string; privateKeyPem: string } | null;
}
