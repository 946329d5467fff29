-- With which account of another service a user signs in.
CREATE TABLE identity.oauth_account (
  provider text NOT NULL CHECK (provider IN ('github', 'google')),
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES identity."user" ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (provider, subject)
);
CREATE INDEX oauth_account_user ON identity.oauth_account (user_id);
