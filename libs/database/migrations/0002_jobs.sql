-- The schema of a service's background jobs: the job library makes and upgrades its tables there itself, so the service's
-- role owns it.
CREATE FUNCTION app.create_job_schema(name text, role text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', name, role);
END $$;
