import { i18n } from '../text/i18n';
import type { Role } from './session.queries';

const names: Record<Role, string> = {
  OWNER: /*i18n*/ 'OWNER',
  ADMIN: /*i18n*/ 'ADMIN',
  MEMBER: /*i18n*/ 'MEMBER',
};

/** The name of a role as the reader sees it; one that this version does not know is shown as the API writes it. */
export const roleName = (role: Role): string => (Object.hasOwn(names, role) ? i18n.t(names[role]) : role);
