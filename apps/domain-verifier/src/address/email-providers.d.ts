declare module 'email-providers/all.json' {
  /** Domains under which anybody can have a mailbox. */
  const domains: string[];
  export default domains;
}

declare module 'email-providers/common.json' {
  /** The most used of them, the most used first. */
  const domains: string[];
  export default domains;
}
