-- AlterTable
ALTER TABLE "portfolios" ADD COLUMN     "import_begun_at" TIMESTAMPTZ(3);
