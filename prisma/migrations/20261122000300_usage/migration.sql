-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "ok" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "limited" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","hour","endpoint")
);

-- CreateTable
CREATE TABLE "grant_usage" (
    "grant_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "ok" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "limited" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "reads" INTEGER NOT NULL,
    "assets" BIGINT NOT NULL,
    "last_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "grant_usage_pkey" PRIMARY KEY ("grant_id","hour","endpoint","scopes")
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
CREATE INDEX "key_usage_hour_idx" ON "key_usage" USING BRIN ("hour");

-- CreateIndex
CREATE INDEX "grant_usage_hour_idx" ON "grant_usage" USING BRIN ("hour");

-- CreateIndex
CREATE INDEX "request_errors_at_idx" ON "request_errors" USING BRIN ("at");
