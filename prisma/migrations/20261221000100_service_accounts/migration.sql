-- Credentials of programs of the operator.
CREATE TYPE "service_scope" AS ENUM ('figures:requests', 'figures:webhooks', 'figures:accounts');

CREATE TABLE "service_accounts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" "service_scope"[] NOT NULL,
    "allowed_ips" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "service_accounts_scopes" CHECK (cardinality("scopes") > 0),
    CONSTRAINT "service_accounts_allowed_ips" CHECK (cardinality("allowed_ips") > 0)
);

CREATE TABLE "service_secrets" (
    "hash" BYTEA NOT NULL,
    "service_id" TEXT COLLATE "C" NOT NULL,
    "reference" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_secrets_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "service_secrets_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service_accounts"("id")
      ON DELETE RESTRICT ON UPDATE NO ACTION
);

CREATE UNIQUE INDEX "service_secrets_reference_key" ON "service_secrets"("reference");
CREATE INDEX "service_secrets_service_id_idx" ON "service_secrets"("service_id");

-- The attempts of webhook endpoints by day. There is no foreign key: the counts of a deleted endpoint stay.
CREATE TABLE "webhook_counts" (
    "endpoint_id" TEXT COLLATE "C" NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "result" "webhook_result" NOT NULL,
    "attempts" INTEGER NOT NULL,

    CONSTRAINT "webhook_counts_pkey" PRIMARY KEY ("endpoint_id","day","result")
);

CREATE INDEX "webhook_counts_day_idx" ON "webhook_counts" USING BRIN ("day");

-- The figures of all firms together. The rows of a day are written once.
CREATE TABLE "platform_figures" (
    "day" TIMESTAMPTZ(3) NOT NULL,
    "figure" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "platform_figures_pkey" PRIMARY KEY ("day","figure","name")
);
