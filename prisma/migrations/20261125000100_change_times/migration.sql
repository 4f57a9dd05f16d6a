-- The statements that write an asset now set its times of change, its counts, its tombstones and the
-- version of its portfolio. The triggers that did so are dropped: tables with triggers cannot be sharded.
DROP TRIGGER assets_change ON assets;
DROP TRIGGER assets_end ON assets;
DROP TRIGGER assets_fixed ON assets;
DROP TRIGGER portfolios_fixed ON portfolios;
DROP TRIGGER collections_rename ON collections;
DROP TRIGGER collection_items_end ON collection_items;
DO $$
DECLARE
  related text;
  event text;
BEGIN
  FOREACH related IN ARRAY ARRAY['valuations', 'heirs', 'share_links', 'scans', 'collection_items', 'documents'] LOOP
    FOREACH event IN ARRAY ARRAY['insert', 'update', 'leave', 'delete'] LOOP
      EXECUTE format('DROP TRIGGER %1$s_%2$s ON %1$s', related, event);
    END LOOP;
  END LOOP;
END $$;
DROP FUNCTION assets_change();
DROP FUNCTION assets_end();
DROP FUNCTION related_change();
DROP FUNCTION documents_change();
DROP FUNCTION collections_change();
DROP FUNCTION collection_items_end();
DROP FUNCTION record_tombstone(assets, text[]);
DROP FUNCTION asset_collections(text, text);
DROP FUNCTION stamp_portfolio(text);

-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "category_detail_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "detail_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "documentation_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "estate_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "registry_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "valuation_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "verification_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "portfolios" DROP COLUMN "changed_xact";

-- CreateTable
CREATE TABLE "removed_assets" (
    "client_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "registry_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,

    CONSTRAINT "removed_assets_pkey" PRIMARY KEY ("client_id","ref")
);

-- AddForeignKey
ALTER TABLE "removed_assets" ADD CONSTRAINT "removed_assets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "portfolios"("client_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Until now one time covered all scopes.
UPDATE assets
   SET registry_at = updated_at, valuation_at = updated_at, detail_at = updated_at,
       category_detail_at = updated_at, documentation_at = updated_at, estate_at = updated_at,
       verification_at = updated_at;
ALTER TABLE assets ADD CONSTRAINT assets_updated_at CHECK (
  updated_at = greatest(registry_at, valuation_at, detail_at, category_detail_at, documentation_at,
                        estate_at, verification_at));
