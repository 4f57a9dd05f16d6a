#!/bin/sh
# The image of PostgreSQL runs this once, on an empty volume: the two roles, and the database of the gateway.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres --no-psqlrc \
  --set owner="$OWNER_PASSWORD" --set runtime="$RUNTIME_PASSWORD" <<'SQL'
CREATE ROLE orangery LOGIN PASSWORD :'owner';
CREATE ROLE orangery_runtime LOGIN PASSWORD :'runtime';
CREATE DATABASE orangery OWNER orangery;
SQL
