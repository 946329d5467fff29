-- Events that come while an execution runs towards a WAIT_FOR_EVENT: its row as one that waits is not written yet.

CREATE FUNCTION workflow.awaited_names(graph jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT step #>> '{config,eventName}'), '{}')
  FROM jsonb_array_elements(graph -> 'steps') AS step WHERE step ->> 'type' = 'WAIT_FOR_EVENT'
$$;

-- The names of the events that its steps wait for.
ALTER TABLE workflow.definition
  ADD COLUMN awaits text[] NOT NULL GENERATED ALWAYS AS (workflow.awaited_names(graph)) STORED;

-- The awaited events since the execution last waited, in order, as {id, name, data, at}: the next wait for one of them is over
-- when it begins.
ALTER TABLE workflow.execution ADD COLUMN early jsonb;

-- The first of these events with a name.
CREATE FUNCTION workflow.early_event(early jsonb, name text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT event FROM jsonb_array_elements(early) WITH ORDINALITY AS e (event, place)
  WHERE event ->> 'name' = early_event.name ORDER BY place LIMIT 1
$$;

-- The events behind the first one with a name; null when there are none.
CREATE FUNCTION workflow.early_rest(early jsonb, name text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_agg(event ORDER BY place) FROM jsonb_array_elements(early) WITH ORDINALITY AS e (event, place)
  WHERE place > (SELECT min(place) FROM jsonb_array_elements(early) WITH ORDINALITY AS f (event, place)
    WHERE event ->> 'name' = early_rest.name)
$$;
