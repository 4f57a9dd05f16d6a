-- Nothing reads it.
ALTER TABLE "share_links" DROP COLUMN "secret";
