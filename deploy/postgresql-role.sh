#!/bin/sh
# The image of PostgreSQL runs this once, when it has made a new cluster. The bot owns its database
# and has no other rights; the superuser has no password, so only this container lets it in.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\set password `cat /run/secrets/postgresql-password`
CREATE ROLE keil LOGIN PASSWORD :'password';
CREATE DATABASE keil OWNER keil;
REVOKE ALL ON DATABASE keil FROM PUBLIC;
ALTER ROLE postgres PASSWORD NULL;
SQL
