-- Accounts at an OpenID Connect provider of the installation's choice: `oidc:` and the issuer, because a subject is unique
-- only within its issuer.
ALTER TABLE identity.oauth_account DROP CONSTRAINT oauth_account_provider_check;
ALTER TABLE identity.oauth_account ADD CONSTRAINT oauth_account_provider_check
  CHECK (provider IN ('github', 'google') OR provider LIKE 'oidc:%');
