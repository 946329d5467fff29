-- Mails of the service itself that are about to be handed to the send pipeline. Whether there is an account to write to is
-- found out when the mail is made, so that the request that asked for it takes the same way for every address.
CREATE TABLE identity.account_mail (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  request_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('signup', 'verify', 'reset', 'invitation', 'suspension')),
  email text NOT NULL,
  -- The sign-up, where the mail is about one.
  subject_id uuid,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  created_at timestamptz NOT NULL DEFAULT app.now()
);
CREATE INDEX account_mail_due ON identity.account_mail (due_at);

-- How often something was tried lately, counted in slices of time.
CREATE TABLE identity.throttle (
  key text NOT NULL,
  slice_at timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, slice_at)
);
CREATE INDEX throttle_slice_at ON identity.throttle (slice_at);
