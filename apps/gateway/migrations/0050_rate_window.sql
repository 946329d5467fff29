-- How often a key was counted in its window, over all gateways: the requests of a project, of an address, of a public key.
-- Not worth a write-ahead log: after a crash everybody starts with a fresh window. A gateway of an older release that
-- still counts by project finds its columns gone, and refuses nobody while it lives.
DROP TABLE identity.rate_window;
CREATE UNLOGGED TABLE identity.rate_window (
  key text PRIMARY KEY CHECK (length(key) <= 600),
  ends_at timestamptz NOT NULL,
  used integer NOT NULL
);
CREATE INDEX rate_window_ends_at ON identity.rate_window (ends_at);
