declare module 'email-providers/all.json' {
  /** Domains of public mailbox providers. */
  const domains: string[];
  export default domains;
}

declare module 'email-providers/common.json' {
  /** The most used of them, the most used first. */
  const domains: string[];
  export default domains;
}
