-- How a domain is proven, and when it is checked next.
ALTER TABLE domains.domain
  -- none: the installation's own; dns: by records we read; ses: by Amazon SES.
  ADD COLUMN proof text NOT NULL DEFAULT 'none' CHECK (proof IN ('none', 'dns', 'ses')),
  ADD COLUMN ownership_token text,
  ADD COLUMN dkim_selector text,
  ADD COLUMN dkim_public_key text,
  -- AES-256-GCM under a key of the configuration, bound to the id of the row.
  ADD COLUMN dkim_private_key bytea,
  ADD COLUMN dkim_tokens text[] NOT NULL DEFAULT '{}',
  ADD COLUMN proof_status text NOT NULL DEFAULT 'Pending',
  -- What the last check saw: '<type> <name>' of a record -> its status.
  ADD COLUMN record_status jsonb NOT NULL DEFAULT '{}',
  -- Definite negative answers since the last positive one.
  ADD COLUMN negative_checks integer NOT NULL DEFAULT 0,
  ADD COLUMN checked_at timestamptz,
  -- Null where nothing is to be checked.
  ADD COLUMN next_check_at timestamptz,
  -- A check under way: nobody else begins one before, and only the holder of the token may write its result.
  ADD COLUMN checking_until timestamptz,
  ADD COLUMN check_token uuid;

CREATE INDEX domain_next_check_at ON domains.domain (next_check_at) WHERE next_check_at IS NOT NULL;
