-- The topics of which a person wants no mails.
ALTER TABLE "users" ADD COLUMN     "muted_topics" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- A notice about a key whose mails were stored: first this row, so that no process stores them a second time.
CREATE TABLE "sent_key_notices" (
    "key_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_key_notices_pkey" PRIMARY KEY ("key_id","kind","due_at")
);
