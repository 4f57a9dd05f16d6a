-- What a receipt shows beside the sentence, when a client confirmed a grant, and which notices were mailed.

-- CreateEnum
CREATE TYPE "notice_kind" AS ENUM ('agreement', 'end', 'thirty_days', 'seven_days', 'still_in_use');

-- AlterTable
ALTER TABLE "consents" ADD COLUMN     "client_name" TEXT COLLATE "C",
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "filter_type" "filter_type",
ADD COLUMN     "filter_values" TEXT[] COLLATE "C",
ADD COLUMN     "firm_name" TEXT COLLATE "C",
ADD COLUMN     "key_name" TEXT COLLATE "C",
ADD COLUMN     "scopes" "scope"[];

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "sent_notices" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" "notice_kind" NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_notices_pkey" PRIMARY KEY ("client_id","grant_id","version","kind","due_at")
);

-- AddForeignKey
ALTER TABLE "sent_notices" ADD CONSTRAINT "sent_notices_client_id_grant_id_fkey" FOREIGN KEY ("client_id", "grant_id") REFERENCES "grants"("client_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
