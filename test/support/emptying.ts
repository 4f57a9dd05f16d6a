import pg from 'pg'
import type { Connection } from '../../src/database/pool.ts'
import { words } from './words.ts'

const TABLES = `pg_class c WHERE c.relkind = 'r' AND c.relname <> '_prisma_migrations'
  AND c.relnamespace IN ('public'::regnamespace, 'change_log'::regnamespace)`
// To truncate a table changes its row in `pg_class`, and no other catalog. Migrations stay when a database is emptied.
const CATALOGS = words(`
  public._prisma_migrations pg_attribute pg_constraint pg_enum pg_index pg_namespace pg_proc pg_statistic
  pg_statistic_ext pg_trigger
`)
const digestOf = (catalog: string) =>
  `(SELECT md5(string_agg(concat(t.ctid, t.xmin), ',' ORDER BY t.ctid)) FROM ${catalog} t)`

/**
 * Adds two functions to a database that files of tests use one after the other. `is_pristine` says whether its
 * schema and statistics are those of now. `empty` removes every row, those that triggers protect as well, for
 * which the connection must be that of a superuser; where it is not, false is returned and nothing is added.
 */
export async function installEmptying(connection: Connection): Promise<boolean> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const role = 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user'
    const { rolsuper } = (await client.query(role)).rows[0]
    if (rolsuper) await client.query(FUNCTIONS)
    return rolsuper
  } finally {
    await client.end()
  }
}

const FUNCTIONS = `
  CREATE SCHEMA emptying;
  GRANT USAGE ON SCHEMA emptying TO PUBLIC;
  CREATE TABLE emptying.pristine (state text);
  CREATE FUNCTION emptying.state() RETURNS text LANGUAGE sql AS $$
    SELECT concat(${CATALOGS.map(digestOf).join(', ')},
      (SELECT md5(string_agg(concat(c.relname, c.relacl, c.reloptions), ',' ORDER BY c.oid)) FROM ${TABLES})) $$;
  CREATE FUNCTION emptying.is_pristine() RETURNS boolean LANGUAGE sql SECURITY DEFINER AS $$
    SELECT emptying.state() = state FROM emptying.pristine $$;
  CREATE FUNCTION emptying.empty() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET session_replication_role = replica AS $$
  DECLARE
    name text;
    has_rows boolean;
    written text[] := '{}';
  BEGIN
    FOR name IN SELECT c.oid::regclass::text FROM ${TABLES} LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO has_rows;
      IF has_rows THEN written := written || name; END IF;
    END LOOP;
    IF written <> '{}' THEN
      EXECUTE format('TRUNCATE %s RESTART IDENTITY CASCADE', array_to_string(written, ', '));
    END IF;
  END $$;
  INSERT INTO emptying.pristine SELECT emptying.state()`
