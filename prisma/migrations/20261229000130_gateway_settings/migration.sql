-- CreateTable
CREATE TABLE "gateway_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "address" TEXT COLLATE "C" NOT NULL,
    "sends_mail" BOOLEAN NOT NULL,

    CONSTRAINT "gateway_settings_pkey" PRIMARY KEY ("id")
);
