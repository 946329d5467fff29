/** Rights of a member: all work with the project's data, ADMIN also manages the project, OWNER cannot be removed. */
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER';

const ranks: Record<Role, number> = { MEMBER: 0, ADMIN: 1, OWNER: 2 };

/** Has the role at least the rights of `least`? */
export const hasRights = (role: Role, least: Role): boolean => ranks[role] >= ranks[least];
