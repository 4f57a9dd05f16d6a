-- The erasure of a client's data.

-- When the data of the client was erased. What is left is the record of what they agreed to.
ALTER TABLE "portfolios" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
-- Whether the erasure of the client's data has ended the grant.
ALTER TABLE "grants" ADD COLUMN "account_erased" BOOLEAN NOT NULL DEFAULT false;

-- An audit event may lose its details and change in nothing else. Only the owner of the schema may update it at all.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'audit_events' AND TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) = to_jsonb(OLD) || '{"details": {}}' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
