-- CreateTable
CREATE TABLE "deeds" (
    "actor" TEXT NOT NULL,
    "once" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deeds_pkey" PRIMARY KEY ("actor","once")
);

-- CreateIndex
CREATE INDEX "audit_events_subject_at_idx" ON "audit_events"("subject", "at");

-- CreateIndex
CREATE INDEX "grants_key_id_created_at_id_idx" ON "grants"("key_id", "created_at", "id");
