-- The identity of a firm, as staff have verified it, and as a client read it when they agreed.
ALTER TABLE "firms" ADD COLUMN "identity" JSONB;
ALTER TABLE "consents" ADD COLUMN "firm_identity" JSONB;
