-- The change feed of a key.

-- What the feed has read. The release before does not write these columns, so what it changes differs from them.
ALTER TABLE "grants" ADD COLUMN "feed_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "feed_state" "grant_state";
ALTER TABLE "portfolios" ADD COLUMN "feed_version" BIGINT NOT NULL DEFAULT -1;

CREATE TABLE "feeds" (
    "key_id" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "feeds_pkey" PRIMARY KEY ("key_id")
);

CREATE TABLE "feed_grants" (
    "grant_id" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "reference" TEXT COLLATE "C",
    "version" INTEGER NOT NULL,
    "terms" JSONB NOT NULL,
    "terms_at" TIMESTAMPTZ(3) NOT NULL,
    "visible_at" TIMESTAMPTZ(3),
    "end_reason" TEXT COLLATE "C",
    "at" TIMESTAMPTZ(3),
    "position" BIGINT,
    "given_position" BIGINT,
    "effects" JSONB NOT NULL DEFAULT '{}',
    "portfolio_position" BIGINT,

    CONSTRAINT "feed_grants_pkey" PRIMARY KEY ("grant_id")
);
CREATE INDEX "feed_grants_key_id_position_idx" ON "feed_grants"("key_id", "position");
CREATE INDEX "feed_grants_key_id_portfolio_position_idx" ON "feed_grants"("key_id", "portfolio_position");
CREATE INDEX "feed_grants_client_id_idx" ON "feed_grants"("client_id");

CREATE TABLE "feed_clients" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "mark" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "feed_clients_pkey" PRIMARY KEY ("client_id")
);

CREATE TABLE "feed_generation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "generation" TEXT COLLATE "C" NOT NULL DEFAULT '000000000000',
    "links_until" TIMESTAMPTZ(3),

    CONSTRAINT "feed_generation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "feed_generation_one_row" CHECK ("id" = 1)
);

-- An audit event may lose its details. Of a revoked grant, only what the change feed has read may change.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'audit_events' AND TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) = to_jsonb(OLD) || '{"details": {}}' THEN
      RETURN NEW;
    END IF;
  END IF;
  -- The name of the table is that of a shard on a cluster.
  IF TG_ARGV[0] = 'a revoked row' THEN
    IF to_jsonb(NEW) - '{feed_version,feed_state}'::text[] = to_jsonb(OLD) - '{feed_version,feed_state}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
