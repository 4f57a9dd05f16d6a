CREATE TYPE "mail_kind" AS ENUM ('invitation', 'member_invitation', 'password_reset', 'notice');
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed', 'dropped');

-- Mails that are to be sent, and for a while those that were. Their texts are written when they are sent.
CREATE TABLE "mails" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "about" JSONB NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'waiting',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "next_try_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_next_try_at" CHECK ((state = 'waiting') = (next_try_at IS NOT NULL)),
    CONSTRAINT "mails_sent_at" CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);

CREATE INDEX "mails_waiting" ON "mails" ("next_try_at", "id") WHERE state = 'waiting';
CREATE INDEX "mails_email_kind_created_at_idx" ON "mails" ("email", "kind", "created_at");
CREATE INDEX "mails_created_at_idx" ON "mails" ("created_at");
