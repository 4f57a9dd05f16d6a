ALTER TABLE "connection_links" ADD COLUMN "email" TEXT COLLATE "C";
