-- The version that a request named, and the busiest minute of each hour of a key.
ALTER TABLE "key_requests" ADD COLUMN     "version" TEXT;
ALTER TABLE "key_usage" ADD COLUMN     "most_used" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "most_used_at" TIMESTAMPTZ(3);
