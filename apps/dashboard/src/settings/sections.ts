import type { Role } from '../session/session.queries';

/** The parts of the settings, in the order of the list beside them, with the role that sees each. */
export const sections = {
  general: { title: 'General', leastRole: 'MEMBER' },
  brand: { title: 'Brand', leastRole: 'MEMBER' },
  keys: { title: 'API keys', leastRole: 'MEMBER' },
  members: { title: 'Members', leastRole: 'MEMBER' },
  limits: { title: 'Limits and billing', leastRole: 'MEMBER' },
  data: { title: 'Contact fields', leastRole: 'MEMBER' },
  danger: { title: 'Reset and delete', leastRole: 'ADMIN' },
} satisfies Record<string, { title: string; leastRole: Role }>;

export type Section = keyof typeof sections;

/** The section that an address names; the first one for a name that is none. */
export const sectionOf = (name: string): Section => (Object.hasOwn(sections, name) ? (name as Section) : 'general');
