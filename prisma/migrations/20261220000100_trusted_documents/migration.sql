-- GraphQL documents that an operator has added. Requests name them by their ids.
CREATE TABLE "trusted_documents" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trusted_documents_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "api_keys" ADD COLUMN "trusted_documents_only" BOOLEAN NOT NULL DEFAULT false;
