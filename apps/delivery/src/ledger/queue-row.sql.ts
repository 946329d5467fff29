/**
 * SQL for: the row of the queue `q` of this project and email. A plain comparison would do, but for one thing: the queue is
 * nearly empty most of the time, and a plan made then reads all of it, by any index, and is kept when a campaign has filled it.
 * Only for a comparison that could be a merge join does the planner think of reading a whole index, so this is none.
 */
export const queueRowOf = (projectId: string, emailId: string): string =>
  `q.project_id = ANY (ARRAY[${projectId}]) AND q.email_id = ANY (ARRAY[${emailId}])`;

/** SQL for: the row of the queue `q` carries this token; written so that the index of leases does not serve it. */
export const isClaimedBy = (token: string): string => `q.claim_token IS NOT DISTINCT FROM ${token}`;
