#!/bin/sh
# Run by the image of Postgres when it has made the database: the login that migrates and one for each service.
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d "$POSTGRES_DB" -f /run/secrets/logins.sql
