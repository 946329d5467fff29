-- Segments, their members, and what keeps those current.

SELECT app.create_service_schema('segments', 'waybill_segments');

-- member_count is kept by the statements that change membership of static and tracked segments; for the others it is counted
-- in the background, and member_count_at says when. computed_at: when a tracked segment was filled first.
CREATE TABLE segments.segment (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  type text NOT NULL CHECK (type IN ('DYNAMIC', 'STATIC')),
  condition jsonb,
  track_membership boolean NOT NULL DEFAULT false,
  member_count bigint NOT NULL DEFAULT 0,
  member_count_at timestamptz,
  count_due_at timestamptz,
  computed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id),
  CHECK ((type = 'DYNAMIC') = (condition IS NOT NULL)),
  CHECK (type = 'DYNAMIC' OR NOT track_membership)
);
CREATE INDEX segment_count_due ON segments.segment (count_due_at) WHERE count_due_at IS NOT NULL;

-- Every change of a segment's definition moves the version of its project, so that a process knows whether the definitions
-- that it holds are the current ones; it begins with the time, so that no version comes again after a reset.
-- watched_version: the version whose watched fields the contacts service has been told.
CREATE TABLE segments.project (
  project_id uuid NOT NULL PRIMARY KEY,
  version bigint NOT NULL DEFAULT (extract(epoch FROM app.now()) * 1000000)::bigint,
  watched_version bigint NOT NULL DEFAULT 0,
  is_tracked boolean NOT NULL DEFAULT false
);

-- One row for each contact that is or was a member of a static or tracked segment; exited_at is empty for members.
CREATE TABLE segments.membership (
  project_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  entered_at timestamptz NOT NULL DEFAULT app.now(),
  exited_at timestamptz,
  PRIMARY KEY (project_id, segment_id, contact_id)
);
CREATE INDEX membership_contact ON segments.membership (project_id, contact_id);
CREATE INDEX membership_entered ON segments.membership (project_id, segment_id, entered_at, contact_id)
  WHERE exited_at IS NULL;

-- When a filter over time changes by itself for a contact: the membership is decided again then.
CREATE TABLE segments.recheck (
  project_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, segment_id, contact_id)
);
CREATE INDEX recheck_due ON segments.recheck (due_at);
CREATE INDEX recheck_contact ON segments.recheck (project_id, contact_id);

-- Computes, as they are polled. position: the last contact whose membership is decided and committed.
CREATE TABLE segments.compute (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  segment_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'completed', 'failed')),
  position uuid,
  progress smallint NOT NULL DEFAULT 0,
  added bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0,
  failed_reason text,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  ended_at timestamptz,
  PRIMARY KEY (project_id, id)
);
-- One at a time for a segment: a second request joins it.
CREATE UNIQUE INDEX compute_open ON segments.compute (project_id, segment_id) WHERE state IN ('waiting', 'active');
CREATE INDEX compute_ended ON segments.compute (ended_at) WHERE ended_at IS NOT NULL;

SELECT app.create_messaging_tables('segments');
SELECT app.create_job_schema('segments_job', 'waybill_segments');

-- Audiences are evaluated where they are used (libs/audience): those services read membership and definitions.
SELECT app.ensure_role(name) FROM unnest(ARRAY['waybill_delivery', 'waybill_workflow_engine']) AS name;
GRANT USAGE ON SCHEMA segments TO waybill_delivery, waybill_workflow_engine;
GRANT SELECT ON segments.segment, segments.membership TO waybill_delivery, waybill_workflow_engine;
