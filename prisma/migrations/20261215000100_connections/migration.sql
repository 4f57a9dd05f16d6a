-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "return_urls" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}'::text[];

-- AlterTable
ALTER TABLE "connection_links" ADD COLUMN     "reference" TEXT COLLATE "C",
ADD COLUMN     "return_url" TEXT COLLATE "C",
ADD COLUMN     "return_state" TEXT COLLATE "C";

ALTER TABLE connection_links
  ADD CONSTRAINT connection_links_reference CHECK (reference IS NULL OR single_use) NOT VALID,
  ADD CONSTRAINT connection_links_return_state CHECK (return_state IS NULL OR return_url IS NOT NULL) NOT VALID;

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "reference" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "link_visits" ADD COLUMN     "connection_id" TEXT COLLATE "C";

-- Since the erasure of a client's data an audit event may lose its details, and a revoked grant its reference. Nothing
-- else of them ever changes.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  feed_columns text[] := '{feed_version,feed_state}';
BEGIN
  IF TG_TABLE_NAME = 'audit_events' AND TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) = to_jsonb(OLD) || '{"details": {}}' THEN
      RETURN NEW;
    END IF;
  END IF;
  -- The name of the table is that of a shard on a cluster.
  IF TG_ARGV[0] = 'a revoked row' THEN
    IF to_jsonb(NEW) - feed_columns IN (to_jsonb(OLD) - feed_columns, (to_jsonb(OLD) || '{"reference": null}') - feed_columns) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
