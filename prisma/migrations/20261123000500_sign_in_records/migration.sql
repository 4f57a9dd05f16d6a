-- CreateTable
CREATE TABLE "sign_in_counters" (
    "subject" TEXT NOT NULL,
    "span" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_counters_pkey" PRIMARY KEY ("subject","span")
);

-- CreateTable
CREATE TABLE "sign_in_events" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "request_id" TEXT NOT NULL,
    "merge_key" TEXT NOT NULL,

    CONSTRAINT "sign_in_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sign_in_counters_ends_at_idx" ON "sign_in_counters"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_events_merge_key_key" ON "sign_in_events"("merge_key");

-- CreateIndex
CREATE INDEX "sign_in_events_user_id_at_idx" ON "sign_in_events"("user_id", "at");

-- CreateIndex
CREATE INDEX "sign_in_events_at_idx" ON "sign_in_events"("at");

-- AddForeignKey
ALTER TABLE "sign_in_events" ADD CONSTRAINT "sign_in_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
