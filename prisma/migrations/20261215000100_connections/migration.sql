-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "return_urls" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "connection_links" ADD COLUMN     "reference" TEXT COLLATE "C",
ADD COLUMN     "return_url" TEXT COLLATE "C",
ADD COLUMN     "state" TEXT COLLATE "C";

ALTER TABLE connection_links
  ADD CONSTRAINT connection_links_reference CHECK (reference IS NULL OR single_use),
  ADD CONSTRAINT connection_links_state CHECK (state IS NULL OR return_url IS NOT NULL);

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "reference" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "link_visits" ADD COLUMN     "connection_id" TEXT COLLATE "C";

-- CreateIndex
CREATE UNIQUE INDEX "link_visits_connection_id_key" ON "link_visits"("connection_id");
