-- A project has used 80 % of a billing limit.
ALTER TABLE identity.account_mail
  DROP CONSTRAINT account_mail_kind_check,
  ADD CONSTRAINT account_mail_kind_check CHECK (
    kind IN ('signup', 'verify', 'reset', 'invitation', 'suspension', 'domain-verified', 'domain-lost', 'usage-warning')
  );
