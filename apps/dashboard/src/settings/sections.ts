import type { Role } from '../session/session.queries';
import { i18n } from '../text/i18n';

/** The parts of the settings, in the order of the list beside them, with the role that sees each. */
export const sections = {
  general: { title: i18n.t('General'), leastRole: 'MEMBER' },
  brand: { title: i18n.t('Brand'), leastRole: 'MEMBER' },
  keys: { title: i18n.t('API keys'), leastRole: 'MEMBER' },
  members: { title: i18n.t('Members'), leastRole: 'MEMBER' },
  limits: { title: i18n.t('Limits and billing'), leastRole: 'MEMBER' },
  data: { title: i18n.t('Contact fields'), leastRole: 'MEMBER' },
  danger: { title: i18n.t('Reset and delete'), leastRole: 'ADMIN' },
} satisfies Record<string, { title: string; leastRole: Role }>;

export type Section = keyof typeof sections;

/** The section that an address names; the first one for a name that is none. */
export const sectionOf = (name: string): Section => (Object.hasOwn(sections, name) ? (name as Section) : 'general');
