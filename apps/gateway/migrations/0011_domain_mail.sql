-- Mails to the members of a project when one of its sending domains is verified or lost; detail is the domain's name.
ALTER TABLE identity.account_mail
  ADD COLUMN detail text,
  DROP CONSTRAINT account_mail_kind_check,
  ADD CONSTRAINT account_mail_kind_check CHECK (
    kind IN ('signup', 'verify', 'reset', 'invitation', 'suspension', 'domain-verified', 'domain-lost')
  );
