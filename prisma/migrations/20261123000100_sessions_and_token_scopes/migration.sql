-- CreateEnum
CREATE TYPE "token_scope" AS ENUM ('plants', 'portfolio:read');

-- AlterTable
-- Tokens made before had no scopes: they keep the narrowest.
ALTER TABLE "access_tokens" ADD COLUMN     "scopes" "token_scope"[] DEFAULT ARRAY['plants']::"token_scope"[];

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

UPDATE "sessions" SET "active_at" = "created_at", "checked_at" = "created_at";

ALTER TABLE "access_tokens"
  ALTER COLUMN "scopes" SET NOT NULL,
  ADD CONSTRAINT "access_tokens_have_scopes" CHECK (cardinality("scopes") > 0);
