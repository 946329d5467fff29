import { roleChanges } from './role-changes';

const admin = { role: 'ADMIN', status: 'ACTIVE' } as const;
const member = { role: 'MEMBER', status: 'ACTIVE' } as const;
const invited = { role: 'MEMBER', status: 'PENDING' } as const;
const owner = { role: 'OWNER', status: 'ACTIVE' } as const;

describe('what may be done with a member', () => {
  it('is nothing with the owner, whoever asks', () => {
    for (const mine of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
      expect(roleChanges(mine, owner, false)).toEqual({ roles: [], mayRemove: false });
    }
  });

  it('is leaving alone for a member', () => {
    expect(roleChanges('MEMBER', admin, false)).toEqual({ roles: [], mayRemove: false });
    expect(roleChanges('MEMBER', member, true)).toEqual({ roles: [], mayRemove: true });
  });

  it('is the other role and removal for an admin, and handing over for the owner', () => {
    expect(roleChanges('ADMIN', member, false)).toEqual({ roles: ['ADMIN'], mayRemove: true });
    expect(roleChanges('OWNER', admin, false)).toEqual({ roles: ['MEMBER', 'OWNER'], mayRemove: true });
    expect(roleChanges('OWNER', invited, false)).toEqual({ roles: [], mayRemove: true });
  });
});
