-- A pass over an account email is an attempt.
ALTER TABLE identity.account_mail RENAME COLUMN tries TO attempts;
