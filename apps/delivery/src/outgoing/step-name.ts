/** The steps between the claim and the settlement, in their order; the waybill names the one that stopped an email. */
export type StepName =
  | 'project'
  | 'suppression'
  | 'domain'
  | 'cap'
  | 'content'
  | 'links'
  | 'render'
  | 'build'
  | 'sign'
  | 'hand over';
