-- What is needed so that every new instant of a client is later than every one that was given.

-- From before this instant a walk is full: after a restore.
ALTER TABLE "portfolios" ADD COLUMN     "full_before" TIMESTAMPTZ(3);

-- Such a change moves no updated_at, which is the instant of the terms that mirrors go by.
ALTER TABLE "grants" ADD COLUMN     "expiry_changed_at" TIMESTAMPTZ(3);

-- Up to when share links were shown as expired. In a table of its own, since an import has the row of its portfolio
-- locked while it writes.
CREATE TABLE "shown_expiries" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shown_expiries_pkey" PRIMARY KEY ("client_id")
);

ALTER TABLE "shown_expiries" ADD CONSTRAINT "shown_expiries_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "portfolios"("client_id") ON DELETE RESTRICT ON UPDATE NO ACTION;
