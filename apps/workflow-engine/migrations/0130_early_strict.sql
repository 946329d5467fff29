-- Without an early event, or without a name, there is nothing to find: the functions are not run. An execution is written with
-- four of these calls, which were half of the statement.
ALTER FUNCTION workflow.early_event(jsonb, text) STRICT;
ALTER FUNCTION workflow.early_rest(jsonb, text) STRICT;
