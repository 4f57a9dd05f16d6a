-- The number of errors of a key, by day, endpoint and code. All gateways add to it. The single requests are in
-- "request_errors", of which only the newest of each code and endpoint are kept.
CREATE TABLE "error_counts" (
    "key_id" TEXT NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_request_id" TEXT NOT NULL,

    CONSTRAINT "error_counts_pkey" PRIMARY KEY ("key_id","day","endpoint","code")
);

CREATE INDEX "error_counts_day_idx" ON "error_counts" USING BRIN ("day");
