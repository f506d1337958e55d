#!/bin/sh
# Creates the database `corridor` and its owner, the user of the hosts, who is not a superuser. The image of Postgres runs this
# script once, when it makes its files; elsewhere, run it as a superuser. DATABASE_PASSWORD_FILE has the password of the user.
# A second run sets the password again, and changes nothing else.
set -eu
password=$(cat "${DATABASE_PASSWORD_FILE:?must name the file with the password of the user of the hosts}")
if [ -z "$password" ]; then
  echo "DATABASE_PASSWORD_FILE: $DATABASE_PASSWORD_FILE is empty; write the password of the user of the hosts into it" >&2
  exit 1
fi
export NEW_PASSWORD="$password"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'END_OF_SQL'
-- No log of the server gets the statement with the password, whether it succeeds, fails or takes long.
set log_statement = 'none';
set log_min_error_statement = 'panic';
set log_min_duration_statement = -1;
set log_min_duration_sample = -1;
set log_transaction_sample_rate = 0;
set log_duration = off;
select not exists (select from pg_roles where rolname = 'corridor') as lacks_role,
  not exists (select from pg_database where datname = 'corridor') as lacks_database \gset
\if :lacks_role
  create role corridor login nosuperuser nocreatedb nocreaterole noreplication;
\endif
\set password `printf %s "$NEW_PASSWORD"`
alter role corridor password :'password';
\if :lacks_database
  create database corridor owner corridor;
  revoke connect, temporary on database corridor from public;
\endif
END_OF_SQL
