CREATE TYPE "webhook_state" AS ENUM ('active', 'paused');
CREATE TYPE "webhook_pauser" AS ENUM ('firm', 'operator', 'failures', 'key');
CREATE TYPE "webhook_result" AS ENUM ('waiting', 'delivered', 'rejected', 'timeout', 'refused_address', 'tls', 'connection');

-- Addresses of firms that get the change feed of a key. There is no foreign key to "api_keys": Citus would make the
-- table one of its own.
CREATE TABLE "webhook_endpoints" (
    "id" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "sealed_previous" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "state" "webhook_state" NOT NULL DEFAULT 'active',
    "paused_by" "webhook_pauser",
    "paused_at" TIMESTAMPTZ(3),
    "generation" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "ahead" BIGINT[],
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "behind_since" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoints_paused" CHECK (
        (state = 'paused') = (paused_by IS NOT NULL) AND (state = 'paused') = (paused_at IS NOT NULL)
        AND (state = 'active') = (next_try_at IS NOT NULL)),
    CONSTRAINT "webhook_endpoints_previous" CHECK ((sealed_previous IS NULL) = (previous_until IS NULL))
);

CREATE INDEX "webhook_endpoints_key_id_idx" ON "webhook_endpoints" ("key_id");

-- Requests to endpoints: the newest of each, and those that admins have asked for.
CREATE TABLE "webhook_attempts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "endpoint_id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "entry_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "generation" TEXT,
    "position" BIGINT,
    "result" "webhook_result" NOT NULL,
    "status" INTEGER,
    "milliseconds" INTEGER,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_attempts_waiting" CHECK ((result = 'waiting') = (due_at IS NOT NULL)),
    CONSTRAINT "webhook_attempts_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE INDEX "webhook_attempts_endpoint_id_at_id_idx" ON "webhook_attempts" ("endpoint_id", "at", "id");
CREATE INDEX "webhook_attempts_due_at_idx" ON "webhook_attempts" ("due_at");
