-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('ok', 'refused', 'limited', 'failed');

-- CreateTable
CREATE TABLE "usage_counts" (
    "subject" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "outcome" "outcome" NOT NULL,
    "requests" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_counts_pkey" PRIMARY KEY ("subject","hour","endpoint","outcome")
);

-- CreateTable
CREATE TABLE "read_log" (
    "grant_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "assets" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "read_log_pkey" PRIMARY KEY ("grant_id","hour","endpoint","scopes")
);

-- CreateTable
CREATE TABLE "request_errors" (
    "key_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "endpoint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "request_errors_pkey" PRIMARY KEY ("key_id","at","id")
);

-- CreateIndex
CREATE INDEX "usage_counts_hour_idx" ON "usage_counts" USING BRIN ("hour");

-- CreateIndex
CREATE INDEX "read_log_hour_idx" ON "read_log" USING BRIN ("hour");

-- CreateIndex
CREATE INDEX "request_errors_at_idx" ON "request_errors" USING BRIN ("at");
