-- Whether the key itself creates connection links.
ALTER TABLE "api_keys" ADD COLUMN     "creates_links" BOOLEAN NOT NULL DEFAULT false;
