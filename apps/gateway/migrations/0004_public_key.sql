-- The public key stands in browsers and apps, so the dashboard shows it whenever it is asked; a secret key is never kept.
ALTER TABLE identity.api_key ADD COLUMN shown text CHECK (shown IS NULL OR kind = 'public');
