import { createContext, useContext } from 'react';
import type { Api } from '../api/client';
import type { ProjectRecord, Role } from './session.queries';

/** The project of the address, and how to call the API in its name. Every query of a screen takes it first. */
export interface Project extends ProjectRecord {
  api: Api;
}

const ranks: Record<Role, number> = { MEMBER: 0, ADMIN: 1, OWNER: 2 };

/** May a member of this role do what needs at least that role? (docs/accounts.md) */
export const mayAct = (role: Role, least: Role): boolean => ranks[role] >= ranks[least];

export const ProjectContext = createContext<Project | null>(null);

/** The project that the page shows. Throws outside of a project's page. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('useProject is used outside of a project');
  return project;
}
