-- The jobs of a project that are not over: how many there may be is looked at for each new one.
CREATE INDEX job_open ON contacts.job (project_id) WHERE state IN ('waiting', 'active');
