-- The circuit is open because the provider refuses the account, and not because it does not answer.
ALTER TABLE delivery.provider_account ADD COLUMN open_refused boolean NOT NULL DEFAULT false;
