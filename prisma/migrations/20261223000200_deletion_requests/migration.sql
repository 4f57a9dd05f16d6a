-- A client who revokes a grant can ask the firm to delete what it has read. The firm answers once.
CREATE TYPE "deletion_answer" AS ENUM ('deleted', 'retained_by_law', 'nothing_stored');

ALTER TABLE "grants" ADD COLUMN "deletion_requested_at" TIMESTAMPTZ(3),
ADD COLUMN "deletion_answer" "deletion_answer",
ADD COLUMN "deletion_answered_at" TIMESTAMPTZ(3),
ADD COLUMN "deletion_note" TEXT COLLATE "C";

ALTER TABLE grants
  ADD CONSTRAINT grants_deletion_requested CHECK (deletion_requested_at IS NULL OR (state = 'revoked' AND revoked_by = 'client')) NOT VALID,
  ADD CONSTRAINT grants_deletion_answered CHECK (
    (deletion_answer IS NULL) = (deletion_answered_at IS NULL)
    AND (deletion_answer IS NULL OR deletion_requested_at IS NOT NULL)
    AND (deletion_note IS NULL OR deletion_answer IS NOT NULL)) NOT VALID;

-- An audit event may lose its details. A revoked grant may lose the reference and the note, and gets one answer to a
-- request for deletion. Nothing else of them ever changes.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  feed_columns text[] := '{feed_version,feed_state}';
  answer_columns text[] := '{deletion_answer,deletion_answered_at,deletion_note}';
  before jsonb;
  after jsonb;
BEGIN
  IF TG_TABLE_NAME = 'audit_events' AND TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) = to_jsonb(OLD) || '{"details": {}}' THEN
      RETURN NEW;
    END IF;
  END IF;
  -- The name of the table is that of a shard on a cluster.
  IF TG_ARGV[0] = 'a revoked row' THEN
    before := to_jsonb(OLD) - feed_columns;
    after := to_jsonb(NEW) - feed_columns;
    IF after IN (before, before || '{"reference": null}', before || '{"reference": null, "deletion_note": null}') THEN
      RETURN NEW;
    END IF;
    IF before ->> 'deletion_requested_at' IS NOT NULL AND before ->> 'deletion_answer' IS NULL
       AND after - answer_columns = before - answer_columns THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
