-- An asset with share links has another body, and its expired links are no changes of it any more. So a mirror of it
-- walks again.
UPDATE "portfolios" SET "full_before" = greatest("changed_at", date_trunc('milliseconds', now()))
 WHERE EXISTS (SELECT FROM "share_links" "l" WHERE "l"."client_id" = "portfolios"."client_id");
