import type { Statement } from '@waybill/database/db';

/** Adds `($1 project, $2 time, $3 sent, $4 bounces, $5 complaints)`, elementwise, to the hour of the time and to all time. */
export const addCounts: Statement = {
  name: 'identity_add_reputation',
  text: `INSERT INTO identity.reputation AS r (project_id, hour_at, sent, bounces, complaints)
         SELECT d.project_id, h.hour_at, sum(d.sent), sum(d.bounces), sum(d.complaints)
         FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[])
           AS d (project_id, at, sent, bounces, complaints),
         LATERAL (VALUES (date_trunc('hour', d.at)), ('-infinity'::timestamptz)) AS h (hour_at)
         GROUP BY d.project_id, h.hour_at ORDER BY d.project_id, h.hour_at
         ON CONFLICT (project_id, hour_at) DO UPDATE SET sent = r.sent + excluded.sent,
           bounces = r.bounces + excluded.bounces, complaints = r.complaints + excluded.complaints`,
};

/** The counts of project `$1` in the last day, the last week and all time. */
export const readCounts = `SELECT p.created_at > app.now() - interval '30 days' AS "isNew", p.disabled_at IS NOT NULL AS "isDisabled",
         ${counts("r.hour_at > app.now() - interval '24 hours'")} AS day,
         ${counts("r.hour_at > app.now() - interval '7 days'")} AS week,
         ${counts("r.hour_at = '-infinity'")} AS ever
  FROM identity.project p
  LEFT JOIN identity.reputation r ON r.project_id = p.id
    AND (r.hour_at = '-infinity' OR r.hour_at > app.now() - interval '7 days')
  WHERE p.id = $1 GROUP BY p.id`;

/** Disables project `$1` for the reason `$2`; nothing where it is disabled. */
export const suspendProject = `WITH done AS (UPDATE identity.project SET disabled_at = app.now(), disabled_reason = $2,
                  access_changed_at = app.now()
                WHERE id = $1 AND disabled_at IS NULL RETURNING id)
  INSERT INTO identity.suspension (project_id, reason) SELECT id, $2 FROM done RETURNING 1`;

/** The addresses of the members of project `$1`. */
export const listMemberAddresses =
  'SELECT u.email FROM identity.membership m JOIN identity."user" u ON u.id = m.user_id WHERE m.project_id = $1';

/** The latest suspensions of project `$1`, newest first. */
export const listSuspensions = `SELECT suspended_at AS at, reason FROM identity.suspension WHERE project_id = $1
  ORDER BY suspended_at DESC LIMIT 10`;

function counts(condition: string): string {
  const sum = (column: string): string => `'${column}', coalesce(sum(r.${column}) FILTER (WHERE ${condition}), 0)::int`;
  return `json_build_object(${['sent', 'bounces', 'complaints'].map(sum).join(', ')})`;
}
