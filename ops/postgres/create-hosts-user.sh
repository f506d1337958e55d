#!/bin/sh
# Creates the database `corridor` and its owner, the user of the hosts, who is not a superuser. The image of Postgres runs this
# script once, when it makes its files; elsewhere, run it as a superuser. DATABASE_PASSWORD_FILE has the password of the user.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'END'
\set password `cat "$DATABASE_PASSWORD_FILE"`
create role corridor login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database corridor owner corridor;
revoke connect, temporary on database corridor from public;
END
