-- The newest requests of each key: what was asked, and how it was answered. They replace the rows of "request_errors",
-- which the release before still writes. There is no foreign key: Citus would make the table one of its own.
CREATE TABLE "key_requests" (
    "id" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "path" TEXT,
    "parameters" TEXT[],
    "client_id" TEXT,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "message" TEXT,
    "milliseconds" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "cost" INTEGER NOT NULL,
    "address" TEXT,

    CONSTRAINT "key_requests_pkey" PRIMARY KEY ("key_id","at","id")
);

CREATE INDEX "key_requests_at_idx" ON "key_requests" USING BRIN ("at");
CREATE INDEX "key_requests_request_id_idx" ON "key_requests" ("request_id");
