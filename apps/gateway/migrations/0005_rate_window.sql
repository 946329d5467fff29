-- How many requests a project has made in its minute, over both keys and all gateways. Not worth a write-ahead log: after
-- a crash everybody starts with a fresh minute.
CREATE UNLOGGED TABLE identity.rate_window (
  project_id uuid PRIMARY KEY,
  window_at timestamptz NOT NULL,
  used integer NOT NULL
);
CREATE INDEX rate_window_at ON identity.rate_window (window_at);
