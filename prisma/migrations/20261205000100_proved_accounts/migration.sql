-- When a link that only the mailbox of the account got was used, or an operator vouched for the address.
ALTER TABLE "users" ADD COLUMN "proved_at" TIMESTAMPTZ(3);

-- Whether the link went to the address alone. What was sent by an earlier release may have been shown to the admin.
ALTER TABLE "member_invitations" ADD COLUMN "mailed" BOOLEAN NOT NULL DEFAULT false;

-- Which links of an earlier release were mailed is not known. An account that an operator created had its first
-- password by a link of the operator. One that an invitation to a firm created may be that of the admin who invited:
-- it is not proved, and what a new password did not end before is removed. The password stays.
DO $$
DECLARE invited text[];
BEGIN
  SELECT coalesce(array_agg(DISTINCT e.subject), '{}') INTO invited
    FROM audit_events e
   WHERE e.action = 'member.added' AND e.actor = e.subject
     AND NOT EXISTS (SELECT FROM audit_events o
                      WHERE o.subject = e.subject AND o.actor = 'operator'
                        AND o.action IN ('client.created', 'staff.created', 'member.added'));
  UPDATE users SET proved_at = now() WHERE id <> ALL (invited);
  DELETE FROM sessions WHERE user_id = ANY (invited) AND passkey_id IS NOT NULL;
  DELETE FROM passkeys WHERE user_id = ANY (invited);
  UPDATE access_tokens SET revoked_at = now() WHERE user_id = ANY (invited) AND revoked_at IS NULL;
END $$;
