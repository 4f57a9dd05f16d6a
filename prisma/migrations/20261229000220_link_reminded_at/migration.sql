-- When its client was last reminded of it by mail.
ALTER TABLE "connection_links" ADD COLUMN     "reminded_at" TIMESTAMPTZ(3);
