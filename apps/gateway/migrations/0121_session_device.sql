-- What the browser said it is when the session was opened; for the list of open sessions alone.
ALTER TABLE identity.session ADD COLUMN user_agent text;
