-- Every text is collated "C": order by id is order by bytes, the same on every server, and
-- keyset cursors can trust it.

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

CREATE TYPE "environment" AS ENUM ('sandbox', 'production');

CREATE TYPE "plan" AS ENUM ('standard', 'enterprise');

CREATE TYPE "plan_state" AS ENUM ('active', 'past_due', 'canceled');

CREATE TYPE "tier" AS ENUM ('standard', 'elevated', 'enterprise');

CREATE TYPE "role" AS ENUM ('admin', 'member');

CREATE TYPE "scope" AS ENUM ('registry', 'valuation', 'detail', 'category_detail', 'documentation', 'estate', 'verification');

CREATE TYPE "key_state" AS ENUM ('active', 'revoked');

CREATE TYPE "grant_state" AS ENUM ('active', 'expired', 'revoked');

CREATE TYPE "filter_type" AS ENUM ('all', 'category', 'items', 'collection');

CREATE TYPE "category" AS ENUM ('precious_metals', 'watches', 'jewelry', 'gemstones', 'art', 'antiques', 'coins', 'wine', 'vehicles', 'books', 'musical_instruments', 'fashion', 'collectibles', 'real_estate', 'other');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "firms" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'standard',
    "plan_state" "plan_state" NOT NULL DEFAULT 'active',
    "tier" "tier" NOT NULL DEFAULT 'standard',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "firms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "firm_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "role" "role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("firm_id","user_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "firm_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "scopes" "scope"[],
    "tier" "tier",
    "allowed_ips" TEXT[] COLLATE "C",
    "state" "key_state" NOT NULL DEFAULT 'active',
    "created_by" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_secrets" (
    "hash" BYTEA NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "reference" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_secrets_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "grants" (
    "id" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "scopes" "scope"[],
    "filter_type" "filter_type" NOT NULL,
    "filter_values" TEXT[] COLLATE "C",
    "state" "grant_state" NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "hash" BYTEA NOT NULL,
    "reference" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "firm_id" TEXT COLLATE "C",
    "client_id" TEXT COLLATE "C",
    "request_id" TEXT COLLATE "C",
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portfolios" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "data_version" BIGINT NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_xact" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "portfolios_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
CREATE TABLE "assets" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "ref" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "category" "category" NOT NULL,
    "quantity" DECIMAL(24,6) NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "market_value" DECIMAL(24,4),
    "value_follows" BOOLEAN NOT NULL DEFAULT false,
    "purchase_price" DECIMAL(24,4),
    "insurance_value" DECIMAL(24,4),
    "valued_at" TIMESTAMPTZ(3),
    "description" TEXT COLLATE "C",
    "notes" TEXT COLLATE "C",
    "seller" TEXT COLLATE "C",
    "storage_location" TEXT COLLATE "C",
    "category_detail" JSONB NOT NULL DEFAULT '{}',
    "readiness_score" INTEGER,
    "readiness_gaps" TEXT[] COLLATE "C",
    "verification_status" TEXT COLLATE "C",
    "risk_score" INTEGER,
    "tamper_state" TEXT COLLATE "C",
    "document_count" INTEGER NOT NULL DEFAULT 0,
    "document_types" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "internal_notes" TEXT COLLATE "C",

    CONSTRAINT "assets_pkey" PRIMARY KEY ("client_id","registry_id")
);

-- CreateTable
CREATE TABLE "departures" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "departed_at" TIMESTAMPTZ(3) NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "category" "category" NOT NULL,
    "collection_ids" TEXT[] COLLATE "C",
    "market_value" DECIMAL(24,4),

    CONSTRAINT "departures_pkey" PRIMARY KEY ("client_id","departed_at","registry_id")
);

-- CreateTable
CREATE TABLE "collections" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "ref" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("client_id","id")
);

-- CreateTable
CREATE TABLE "collection_items" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "collection_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "collection_items_pkey" PRIMARY KEY ("client_id","registry_id","collection_id")
);

-- CreateTable
CREATE TABLE "valuations" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "valued_at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "value" DECIMAL(24,4) NOT NULL,

    CONSTRAINT "valuations_pkey" PRIMARY KEY ("client_id","registry_id","valued_at","source")
);

-- CreateTable
CREATE TABLE "documents" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "ref" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C",
    "issued_on" DATE,
    "expires_on" DATE,
    "file_size" BIGINT,
    "file_path" TEXT COLLATE "C",

    CONSTRAINT "documents_pkey" PRIMARY KEY ("client_id","ref")
);

-- CreateTable
CREATE TABLE "heirs" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "relationship" TEXT COLLATE "C",
    "share_percent" DECIMAL(5,2) NOT NULL,

    CONSTRAINT "heirs_pkey" PRIMARY KEY ("client_id","registry_id","position")
);

-- CreateTable
CREATE TABLE "share_links" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "label" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "secret" TEXT COLLATE "C",

    CONSTRAINT "share_links_pkey" PRIMARY KEY ("client_id","registry_id","label")
);

-- CreateTable
CREATE TABLE "scans" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT COLLATE "C" NOT NULL,
    "result" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "scans_pkey" PRIMARY KEY ("client_id","registry_id","scanned_at","method")
);

-- CreateTable
CREATE TABLE "plants" (
    "owner_id" TEXT COLLATE "C" NOT NULL,
    "id" BIGINT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "tag" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plants_pkey" PRIMARY KEY ("owner_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE INDEX "api_keys_firm_id_idx" ON "api_keys"("firm_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_id_environment_key" ON "api_keys"("id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "key_secrets_reference_key" ON "key_secrets"("reference");

-- CreateIndex
CREATE INDEX "key_secrets_key_id_idx" ON "key_secrets"("key_id");

-- CreateIndex
CREATE INDEX "grants_key_id_client_id_idx" ON "grants"("key_id", "client_id");

-- CreateIndex
CREATE INDEX "grants_client_id_idx" ON "grants"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_hash_key" ON "access_tokens"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "access_tokens_reference_key" ON "access_tokens"("reference");

-- CreateIndex
CREATE INDEX "access_tokens_user_id_idx" ON "access_tokens"("user_id");

-- CreateIndex
CREATE INDEX "audit_events_firm_id_at_idx" ON "audit_events"("firm_id", "at");

-- CreateIndex
CREATE INDEX "audit_events_client_id_at_idx" ON "audit_events"("client_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "portfolios_client_id_environment_key" ON "portfolios"("client_id", "environment");

-- CreateIndex
CREATE INDEX "assets_client_id_updated_at_registry_id_idx" ON "assets"("client_id", "updated_at", "registry_id");

-- CreateIndex
CREATE INDEX "assets_client_id_category_registry_id_idx" ON "assets"("client_id", "category", "registry_id");

-- CreateIndex
CREATE UNIQUE INDEX "assets_client_id_ref_key" ON "assets"("client_id", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "collections_client_id_ref_key" ON "collections"("client_id", "ref");

-- CreateIndex
CREATE INDEX "collection_items_client_id_collection_id_registry_id_idx" ON "collection_items"("client_id", "collection_id", "registry_id");

-- CreateIndex
CREATE INDEX "documents_client_id_registry_id_idx" ON "documents"("client_id", "registry_id");

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_firm_id_fkey" FOREIGN KEY ("firm_id") REFERENCES "firms"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_firm_id_fkey" FOREIGN KEY ("firm_id") REFERENCES "firms"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "key_secrets" ADD CONSTRAINT "key_secrets_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_key_id_environment_fkey" FOREIGN KEY ("key_id", "environment") REFERENCES "api_keys"("id", "environment") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_client_id_environment_fkey" FOREIGN KEY ("client_id", "environment") REFERENCES "portfolios"("client_id", "environment") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "portfolios"("client_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "departures" ADD CONSTRAINT "departures_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "portfolios"("client_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "portfolios"("client_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_client_id_collection_id_fkey" FOREIGN KEY ("client_id", "collection_id") REFERENCES "collections"("client_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "valuations" ADD CONSTRAINT "valuations_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "heirs" ADD CONSTRAINT "heirs_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "scans" ADD CONSTRAINT "scans_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "plants" ADD CONSTRAINT "plants_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
