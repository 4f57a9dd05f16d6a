-- CreateEnum
CREATE TYPE "grant_revoker" AS ENUM ('client', 'firm', 'operator', 'key');

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "revoked_by" "grant_revoker";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "locked_at" TIMESTAMPTZ(3);

ALTER TABLE grants
  ADD CONSTRAINT grants_revoked_by CHECK (revoked_by IS NULL OR state = 'revoked');

-- A key that was revoked before this left its grants active. Those that were in force are revoked
-- now, as of the key's revocation; the others had expired by then.
UPDATE grants g SET state = 'expired'
  FROM api_keys k
 WHERE k.id = g.key_id AND k.state = 'revoked' AND g.state = 'active' AND g.expires_at <= k.revoked_at;

WITH ended AS (
  UPDATE grants g
     SET state = 'revoked', revoked_by = 'key', revoked_at = k.revoked_at,
         updated_at = date_trunc('milliseconds', now())
    FROM api_keys k
   WHERE k.id = g.key_id AND k.state = 'revoked' AND g.state = 'active'
  RETURNING g.id, g.key_id, g.client_id, k.firm_id
)
INSERT INTO audit_events (id, actor, action, subject, firm_id, client_id, details)
SELECT 'event_' || (
         SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + CASE
                  WHEN place < 10
                  THEN (((extract(epoch FROM now()) * 1000)::bigint >> (5 * (9 - place))) & 31)::int
                  -- Named, so that it is drawn again for every row.
                  ELSE (floor(random() * 32) + 0 * length(ended.id))::int END, 1), '' ORDER BY place)
           FROM generate_series(0, 25) place),
       'operator', 'grant.revoked', ended.id, ended.firm_id, ended.client_id,
       jsonb_build_object('key_id', ended.key_id, 'cause', 'key.revoked')
  FROM ended;
