-- When an asset joined a collection: to a grant of that collection it is a change of the asset.
ALTER TABLE "collection_items" ADD COLUMN     "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE collection_items i SET added_at = a.detail_at
  FROM assets a WHERE a.client_id = i.client_id AND a.registry_id = i.registry_id;

-- CreateIndex
CREATE INDEX "share_links_client_id_expires_at_idx" ON "share_links"("client_id", "expires_at");
