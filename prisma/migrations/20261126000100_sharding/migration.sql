-- Every key of a table below the portfolios starts with the client, in one collation: then Citus can
-- distribute all of them by it.

-- A grant is found by its id alone, or by its client.
ALTER TABLE "grants" DROP CONSTRAINT "grants_pkey",
ADD CONSTRAINT "grants_pkey" PRIMARY KEY ("client_id", "id");
DROP INDEX "grants_client_id_idx";
CREATE INDEX "grants_id_idx" ON "grants"("id");

-- The text columns of the other tables have this collation since they were created.
ALTER TABLE "removed_assets" DROP CONSTRAINT "removed_assets_client_id_fkey";
ALTER TABLE "removed_assets"
  ALTER COLUMN "client_id" TYPE TEXT COLLATE "C",
  ALTER COLUMN "ref" TYPE TEXT COLLATE "C",
  ALTER COLUMN "registry_id" TYPE TEXT COLLATE "C",
  ALTER COLUMN "id" TYPE TEXT COLLATE "C";
ALTER TABLE "removed_assets" ADD CONSTRAINT "removed_assets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "portfolios"("client_id") ON DELETE RESTRICT ON UPDATE NO ACTION;
