import type { Role } from '../../session/session.queries';
import type { Member } from './member.queries';

/** The changes that a member may make to another one, or to itself (docs/accounts.md, Members). */
export function roleChanges(
  mine: Role,
  { role, status }: Pick<Member, 'role' | 'status'>,
  isSelf: boolean,
): { roles: Role[]; mayRemove: boolean } {
  if (role === 'OWNER') return { roles: [], mayRemove: false };
  const isAdmin = mine !== 'MEMBER';
  if (!isAdmin) return { roles: [], mayRemove: isSelf };
  const others: Role[] = status === 'ACTIVE' ? [role === 'ADMIN' ? 'MEMBER' : 'ADMIN'] : [];
  const owner: Role[] = mine === 'OWNER' && status === 'ACTIVE' ? ['OWNER'] : [];
  return { roles: [...others, ...owner], mayRemove: true };
}
