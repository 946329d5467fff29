import type { System } from '@waybill/testing/system';
import { randomUUID } from 'node:crypto';
import { rows } from './rows';

/** Lets this number of seconds pass for the checks of a domain. */
export const ageDomain = (system: System, id: string, seconds: number) =>
  rows(
    system,
    `UPDATE domains.domain SET checked_at = checked_at - make_interval(secs => $2),
       next_check_at = next_check_at - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

/** A domain of a project that is not verified. */
export const addUnverifiedDomain = (system: System, projectId: string, name: string) =>
  rows(system, 'INSERT INTO domains.domain (project_id, id, name) VALUES ($1, $2, $3)', [
    projectId,
    randomUUID(),
    name,
  ]);

/** The domains of a project are no longer verified. */
export const loseDomains = (system: System, projectId: string) =>
  rows(system, 'UPDATE domains.domain SET verified_at = NULL WHERE project_id = $1', [projectId]);
