import type { CampaignStatus } from '@waybill/contracts/campaigns/campaign';
import { allowedIn, mayDo, moves } from './campaign-state';

const statuses = Object.keys(moves) as CampaignStatus[];

describe('the states of a campaign', () => {
  it('let a campaign be sent exactly where a move to SENDING exists', () => {
    for (const status of statuses) expect(mayDo('send', status)).toBe(moves[status].includes('SENDING'));
  });

  it('let a campaign be cancelled exactly where a move to CANCELLED exists', () => {
    for (const status of statuses) expect(mayDo('cancel', status)).toBe(moves[status].includes('CANCELLED'));
  });

  it('never leave SENT or CANCELLED, and let nothing be deleted that is on its way', () => {
    expect([moves.SENT, moves.CANCELLED]).toEqual([[], []]);
    expect(allowedIn.delete).not.toContain('SCHEDULED');
    expect(allowedIn.delete).not.toContain('SENDING');
  });
});
