import type { CampaignStatus } from '@waybill/contracts/campaigns/campaign';

/** The actions of a caller on a campaign, with the states in which each is allowed. */
export const allowedIn = {
  edit: ['DRAFT', 'SCHEDULED'],
  send: ['DRAFT', 'SCHEDULED'],
  cancel: ['SCHEDULED', 'SENDING'],
  delete: ['DRAFT', 'SENT', 'CANCELLED'],
} as const satisfies Record<string, readonly CampaignStatus[]>;

export type CampaignAction = keyof typeof allowedIn;

/** Every move of a campaign. SENDING begins by a caller or when its time has come; SENT follows from the ledger. */
export const moves: Record<CampaignStatus, readonly CampaignStatus[]> = {
  DRAFT: ['SCHEDULED', 'SENDING'],
  SCHEDULED: ['SCHEDULED', 'SENDING', 'CANCELLED'],
  SENDING: ['SENT', 'CANCELLED'],
  SENT: [],
  CANCELLED: [],
};

/** States in which a campaign still needs its segment, its fields and its template. */
export const inUse: readonly CampaignStatus[] = ['DRAFT', 'SCHEDULED', 'SENDING'];

export const mayDo = (action: CampaignAction, status: CampaignStatus): boolean =>
  (allowedIn[action] as readonly CampaignStatus[]).includes(status);
