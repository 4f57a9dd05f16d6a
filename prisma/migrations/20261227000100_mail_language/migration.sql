ALTER TABLE "users" ADD COLUMN "mail_language" TEXT COLLATE "C";
