import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findMigrationsDir, listMigrations } from '../../src/database/migrate.ts'
import { testTable } from '../support/test-table.ts'
import { brokenRules } from './migration-rules.ts'

// Earlier migrations are part of every database that a release with this rule can meet.
const FIRST = '20261206'
// Gateways of the release before are stopped before it. See docs/upgrading.md.
const CONVERSIONS = [
  '20261228000900_asset_blocks',
  '20261228001100_unused_marks',
  '20261229000120_replaced_indexes_of_assets',
  '20261229000310_replaced_category_index',
]
const dir = findMigrationsDir()
const checked = listMigrations(dir).filter((name) => name >= FIRST && !CONVERSIONS.includes(name))

testTable([...checked, '20261205000200_mails'])(
  'the release before serves while and after each migration is applied',
  (name) => {
    const what = 'See "Migrations" in docs/operations/database.md.'
    expect(brokenRules(readFileSync(join(dir, name, 'migration.sql'), 'utf8')), what).toEqual([])
  },
)

testTable([
  'CREATE TABLE "a" ("id" TEXT NOT NULL, CONSTRAINT "a_pkey" PRIMARY KEY ("id")); CREATE UNIQUE INDEX "a_b" ON "a"("b"); ALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "b"("id");',
  'ALTER TABLE "a" ADD COLUMN     "b" TIMESTAMPTZ(3);',
  'ALTER TABLE a ADD COLUMN b TEXT COLLATE "C", ADD COLUMN c NUMERIC(24,4)',
  "ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT 'x; DROP TABLE a'",
  'ALTER TABLE a ADD COLUMN b BOOLEAN DEFAULT false NOT NULL',
  'ALTER TABLE a ADD COLUMN b TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP',
  "ALTER TABLE a ADD COLUMN b TEXT[] NOT NULL DEFAULT '{}'::text[]",
  'ALTER TABLE a ADD COLUMN b TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[]',
  'ALTER TABLE a ADD CONSTRAINT a_b CHECK (b > 0) NOT VALID',
  'ALTER TABLE a VALIDATE CONSTRAINT a_b',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_b" ON "a" ("b") WHERE c IS NULL;',
  "CREATE TYPE a AS ENUM ('b'); -- DROP TABLE a;",
  'CREATE FUNCTION a() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN DROP TABLE a; END $$; REVOKE ALL ON FUNCTION a() FROM PUBLIC;',
  'CREATE TRIGGER a BEFORE UPDATE ON b FOR EACH ROW EXECUTE FUNCTION c()',
  'UPDATE a SET b = 1 WHERE b IS NULL',
])('a migration may do what the release before survives', (script) => {
  expect(brokenRules(script)).toEqual([])
})

testTable([
  'DROP TABLE a',
  '/* CREATE TABLE a (b int) */ DROP TABLE a',
  'CREATE TABLE b (c int); DROP TABLE a',
  "CREATE TYPE a AS ENUM ('it''s'); DROP TYPE b",
  'DELETE FROM a',
  'UPDATE a SET b = 1',
  'UPDATE a SET b = 1 WHERE c; ALTER TABLE a ADD COLUMN d int',
  'SELECT pg_sleep(1)',
  'DO $$ BEGIN ALTER TABLE a DROP COLUMN b; END $$',
  'REVOKE ALL ON FUNCTION a() FROM orangery_runtime',
  'ALTER TABLE a RENAME COLUMN b TO c',
  'ALTER TABLE a DROP COLUMN b',
  'ALTER TABLE a ADD COLUMN b int, DROP COLUMN c',
  'ALTER TABLE a ALTER COLUMN b TYPE bigint',
  'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
  'ALTER TABLE "A" DROP COLUMN b',
  'ALTER TYPE a RENAME VALUE $$b$$ TO $$c$$',
  'ALTER TABLE a ADD COLUMN b int NOT NULL',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT NULL',
  'ALTER TABLE a ADD COLUMN b uuid DEFAULT gen_random_uuid()',
  'ALTER TABLE a ADD COLUMN b text[] DEFAULT ARRAY[gen_random_uuid()::text]',
  'ALTER TABLE a ADD COLUMN b bigserial',
  'ALTER TABLE a ADD COLUMN b int GENERATED ALWAYS AS (c + 1) STORED',
  'ALTER TABLE a ADD COLUMN b text REFERENCES c (id)',
  'ALTER TABLE a ADD COLUMN b int DEFAULT 1 CHECK (b > 0)',
  'ALTER TABLE a ADD CONSTRAINT a_b CHECK (b > 0)',
  'ALTER TABLE a ADD CONSTRAINT a_b FOREIGN KEY (b) REFERENCES c (id)',
  'CREATE INDEX a_b ON a (b)',
  'CREATE INDEX CONCURRENTLY a_b ON a (b)',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS a_b ON a (b); CREATE INDEX CONCURRENTLY IF NOT EXISTS a_c ON a (c)',
  'CREATE TABLE c (d int); CREATE INDEX CONCURRENTLY IF NOT EXISTS a_b ON a (b)',
  'CREATE FUNCTION a() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$',
])('a migration may not do what breaks the release before or locks a table', (script) => {
  expect(brokenRules(script)).not.toEqual([])
})
