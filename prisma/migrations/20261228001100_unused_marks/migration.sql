-- The expiry of a share link is not a change any more, so nobody marks clients whose links have expired.
DROP TABLE IF EXISTS "feed_clients";
ALTER TABLE "feed_generation" DROP COLUMN IF EXISTS "links_until";
