-- How new emails of the project look: colours, logo and footer; null while nothing is set.
ALTER TABLE identity.project ADD COLUMN brand jsonb;
