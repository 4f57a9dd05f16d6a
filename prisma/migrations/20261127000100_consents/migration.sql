-- What clients agreed to, and the connection links that ask for it.

-- CreateEnum
CREATE TYPE "link_answer" AS ENUM ('approved', 'declined');

-- Below the portfolios: in the collation of their keys, and with the client first.
CREATE TABLE "consents" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "grant_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "link_id" TEXT COLLATE "C",
    "purpose" TEXT COLLATE "C",
    "sentence" TEXT COLLATE "C" NOT NULL,
    "firm_sentence" TEXT COLLATE "C" NOT NULL,
    "language" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("client_id","grant_id","version")
);

-- CreateTable
CREATE TABLE "connection_links" (
    "id" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "created_by" TEXT COLLATE "C" NOT NULL,
    "scopes" "scope"[],
    "purpose" TEXT COLLATE "C" NOT NULL,
    "single_use" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "connection_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_visits" (
    "link_id" TEXT COLLATE "C" NOT NULL,
    "client_id" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" "link_answer",
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_visits_pkey" PRIMARY KEY ("link_id","client_id")
);

-- CreateIndex
CREATE INDEX "connection_links_key_id_created_at_id_idx" ON "connection_links"("key_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_client_id_grant_id_fkey" FOREIGN KEY ("client_id", "grant_id") REFERENCES "grants"("client_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "link_visits" ADD CONSTRAINT "link_visits_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "connection_links"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "link_visits" ADD CONSTRAINT "link_visits_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "connection_links"
  ADD CONSTRAINT "connection_links_have_registry" CHECK ('registry' = ANY (scopes));
ALTER TABLE "link_visits"
  ADD CONSTRAINT "link_visits_answered_at" CHECK ((answer IS NULL) = (answered_at IS NULL));
