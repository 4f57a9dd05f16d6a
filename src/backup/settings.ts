/**
 * Settings of a transaction that copies whole tables. They are set here because a connection behind a pooler may
 * have other settings.
 * work_mem: rows are sorted by their key, so that equal tables give equal bytes. PostgreSQL fills gaps, so a
 * restored table stores its rows in another order.
 * row_security: a policy that hides rows is an error, not a gap.
 */
export const COPY_SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '64MB';
  SET LOCAL row_security = off;
  SET LOCAL client_encoding = 'UTF8';
  SET LOCAL "TimeZone" = 'UTC';
  SET LOCAL "DateStyle" = 'ISO, MDY';
  SET LOCAL "IntervalStyle" = 'postgres';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL bytea_output = 'hex'`
