-- Projects whose reputation is to be judged: bounces or complaints of theirs were counted. The counts of sends may lie behind, so
-- the harm is noted together with how far the stream of facts was, and judged when the sends up to there are counted.
CREATE TABLE identity.reputation_check (
  project_id uuid PRIMARY KEY,
  -- infinity: there are too few emails to judge; the next sends that are counted bring it back.
  due_at timestamptz NOT NULL DEFAULT app.now(),
  -- The stream, its last sequence and the counted harm, noted together; null until then.
  incarnation text,
  after_seq bigint,
  harm jsonb,
  -- Counted since the harm was noted.
  harmed_again boolean NOT NULL DEFAULT false,
  sent_again boolean NOT NULL DEFAULT false
);
CREATE INDEX reputation_check_due ON identity.reputation_check (due_at);
