#!/bin/sh
# Makes the secrets of an installation under the folder $1, one folder for each reader; what is there already stays as it is.
# Needs a POSIX shell, od and base64. compose runs it once; for Kubernetes, docs/deployment.md turns the folders into Secrets.
#   <service>/   DATABASE_URL and NATS_URL of the service's own login and user, and what else of it is secret
#   migrate/     DATABASE_URL of the login that migrates
#   postgres/    password of the superuser, and logins.sql, which makes all logins of a new database
#   nats/        nats.conf: the users with their passwords and permissions
set -eu
umask 077
root=$1
users=${2:-/users.conf}
postgres=${POSTGRES_HOST:-postgres}:${POSTGRES_PORT:-5432}/${POSTGRES_DB:-waybill}
nats=${NATS_HOST:-nats}:${NATS_PORT:-4222}
services='gateway contacts delivery workflow-engine segments billing domain-verifier'

random() { printf p; od -An -v -tx1 -N24 /dev/urandom | tr -d ' \n'; }
# keep FILE VALUE: writes it unless it is there. A half-written file never has the name.
keep() {
  [ -s "$root/$1" ] && return
  mkdir -p "$(dirname "$root/$1")"
  printf %s "$2" >"$root/$1.new"
  mv "$root/$1.new" "$root/$1"
}
# password URL: the password in one of the URLs above.
password() { sed 's|^[a-z]*://[^:]*:\([^@]*\)@.*|\1|' "$root/$1"; }
role() { printf %s "$1" | tr - _; }

for service in $services; do
  keep "$service/DATABASE_URL" "postgres://$(role "$service")_login:$(random)@$postgres"
  keep "$service/NATS_URL" "nats://$service:$(random)@$nats"
done
keep operator/NATS_URL "nats://operator:$(random)@$nats"
keep migrate/DATABASE_URL "postgres://migrating:$(random)@$postgres"
keep postgres/password "$(random)"
keep gateway/SESSION_SECRET "$(random)"
keep gateway/LINK_KEYS "first:$(random)"
keep domain-verifier/SECRETS_KEY "$(head -c 32 /dev/urandom | base64)"
keep workflow-engine/SECRETS_KEY "$(head -c 32 /dev/urandom | base64)"

{
  echo "CREATE ROLE migrating LOGIN CREATEROLE PASSWORD '$(password migrate/DATABASE_URL)';"
  echo "GRANT CREATE ON DATABASE ${POSTGRES_DB:-waybill} TO migrating;"
  # Made by the login that migrates, which has to act as them. Postgres 16 and later need to be told so.
  echo "SELECT set_config(name, 'set, inherit', false) FROM pg_settings WHERE name = 'createrole_self_grant';"
  echo 'SET ROLE migrating;'
  for service in $services; do echo "CREATE ROLE waybill_$(role "$service") NOLOGIN;"; done
  echo 'RESET ROLE;'
  for service in $services; do
    echo "CREATE ROLE $(role "$service")_login LOGIN PASSWORD '$(password "$service/DATABASE_URL")' IN ROLE waybill_$(role "$service");"
  done
} >"$root/postgres/logins.sql"

mkdir -p "$root/nats"
{
  for user in operator $services; do
    echo "NATS_PASSWORD_$(role "$user" | tr a-z A-Z): $(password "$user/NATS_URL")"
  done
  cat "$users"
} >"$root/nats/nats.conf"

# The services run as 1000. Postgres reads its folder as its own user, which OWN_POSTGRES names.
[ "$(id -u)" = 0 ] || exit 0
for folder in $services migrate; do chown -R 1000:1000 "$root/$folder"; done
chown -R "${OWN_POSTGRES:-0}" "$root/postgres"
