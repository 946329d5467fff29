-- Workflows, the definitions their executions run by, executions and what each step did.

SELECT app.create_service_schema('workflow', 'waybill_workflow_engine');
SELECT app.create_messaging_tables('workflow');

-- graph: steps and the links between them, as they are edited now. version grows with every change of the graph.
-- refs: everything that the graph names (field:plan, event:signup, template:<id>, segment:<id>, domain:<name>), so that
-- what is in use is not deleted. event_name: the event that starts it, null for manual starts only.
CREATE TABLE workflow.workflow (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  enabled boolean NOT NULL DEFAULT false,
  allow_reentry boolean NOT NULL DEFAULT false,
  trigger_type text NOT NULL CHECK (trigger_type IN ('EVENT', 'MANUAL')),
  event_name text,
  graph jsonb NOT NULL,
  step_count integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  refs text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX workflow_trigger ON workflow.workflow (project_id, event_name) WHERE enabled AND event_name IS NOT NULL;

-- The names of the events that the steps of a graph wait for.
CREATE FUNCTION workflow.awaited_names(graph jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT step #>> '{config,eventName}'), '{}')
  FROM jsonb_array_elements(graph -> 'steps') AS step WHERE step ->> 'type' = 'WAIT_FOR_EVENT'
$$;

-- A version of a graph that an execution started with: it never changes.
CREATE TABLE workflow.definition (
  project_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  graph jsonb NOT NULL,
  awaits text[] NOT NULL GENERATED ALWAYS AS (workflow.awaited_names(graph)) STORED,
  PRIMARY KEY (project_id, workflow_id, version)
);

-- due_at: when the engine looks at it next, null when nothing but an event moves it on. A claim sets claim_token and moves
-- due_at to the end of its lease; every later write of the claim must show the token.
-- phase: what is to be done with step number seq: ready (begin it), effect (begun, its effect may be repeated), calling (its
-- effect may have happened and must not be repeated), waiting. waited: the event that ended the wait.
-- early: the awaited events since the execution last waited, in order, as {id, name, data, at}; the next wait for one of them is
-- over when it begins. An execution that runs towards a WAIT_FOR_EVENT has no row that waits yet, so they are kept here.
-- is_first: the first execution of this contact in this workflow. depth: how many executions caused one another.
CREATE TABLE workflow.execution (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  version integer NOT NULL,
  contact_id uuid NOT NULL,
  contact_email text,
  status text NOT NULL CHECK (status IN ('RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
  current_step_id uuid,
  seq integer NOT NULL,
  phase text NOT NULL CHECK (phase IN ('ready', 'effect', 'calling', 'waiting', 'ended')),
  exit_reason text,
  event_name text,
  event jsonb NOT NULL DEFAULT '{}',
  context jsonb NOT NULL DEFAULT '{}',
  source_event_id uuid,
  depth smallint NOT NULL DEFAULT 0,
  wait_event text,
  waited jsonb,
  early jsonb,
  due_at timestamptz,
  claim_token uuid,
  attempts smallint NOT NULL DEFAULT 0,
  is_first boolean NOT NULL,
  started_at timestamptz NOT NULL DEFAULT app.now(),
  completed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX execution_due ON workflow.execution (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX execution_wait ON workflow.execution (project_id, contact_id, wait_event) WHERE wait_event IS NOT NULL;
CREATE INDEX execution_status ON workflow.execution (project_id, workflow_id, status, id);
CREATE INDEX execution_contact ON workflow.execution (project_id, contact_id);
CREATE UNIQUE INDEX execution_active ON workflow.execution (project_id, workflow_id, contact_id)
  WHERE status IN ('RUNNING', 'WAITING');
CREATE UNIQUE INDEX execution_first ON workflow.execution (project_id, workflow_id, contact_id) WHERE is_first;
CREATE UNIQUE INDEX execution_event ON workflow.execution (project_id, workflow_id, source_event_id)
  WHERE source_event_id IS NOT NULL;

-- The first of the early events with a name.
CREATE FUNCTION workflow.early_event(early jsonb, name text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT event FROM jsonb_array_elements(early) WITH ORDINALITY AS e (event, place)
  WHERE event ->> 'name' = early_event.name ORDER BY place LIMIT 1
$$;

-- The early events after the first one with a name; null when there are none.
CREATE FUNCTION workflow.early_rest(early jsonb, name text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_agg(event ORDER BY place) FROM jsonb_array_elements(early) WITH ORDINALITY AS e (event, place)
  WHERE place > (SELECT min(place) FROM jsonb_array_elements(early) WITH ORDINALITY AS f (event, place)
    WHERE event ->> 'name' = early_rest.name)
$$;

-- What an execution did at its seq-th step. contact_id and email_id are set for an email: they bound how many a contact gets
-- in an hour, and lead from an open or click back to the step.
CREATE TABLE workflow.step_execution (
  project_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  seq integer NOT NULL,
  id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  step_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'SKIPPED')),
  input jsonb,
  output jsonb,
  error text,
  scheduled_for timestamptz,
  contact_id uuid,
  email_id uuid,
  started_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (project_id, execution_id, seq)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE UNIQUE INDEX step_execution_email ON workflow.step_execution (project_id, email_id) WHERE email_id IS NOT NULL;
CREATE INDEX step_execution_contact ON workflow.step_execution (project_id, contact_id, started_at)
  WHERE contact_id IS NOT NULL;

-- Counters of a workflow's steps, moved by the statements that move executions; those of the workflow itself stand under
-- step_id = workflow_id.
CREATE TABLE workflow.stat (
  project_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  step_id uuid NOT NULL,
  measure text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, workflow_id, step_id, measure)
) WITH (fillfactor = 50);
