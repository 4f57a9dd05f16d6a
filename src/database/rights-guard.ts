import pg from 'pg'
import { GRANT_LOCK } from './runtime-role.ts'

/**
 * Protects the rights of the runtime role from earlier releases. When these start, they revoke all rights on all tables
 * in one transaction. To prevent that, the role of the pool, if it is not the owner, grants the owner a right that the
 * owner has anyway. PostgreSQL then refuses to revoke the right that this grant depends on, so the start of the earlier
 * release fails.
 */
export async function guardRights(runtime: pg.Pool): Promise<void> {
  const { rows } = await runtime.query<{ owner: string }>(UNGUARDED)
  const [found] = rows
  if (!found) return
  const owner = pg.escapeIdentifier(found.owner)
  await runtime.query(
    `SELECT pg_advisory_xact_lock(${GRANT_LOCK}); GRANT SELECT ON public._prisma_migrations TO ${owner}`,
  )
}

const UNGUARDED = `
  SELECT pg_get_userbyid(c.relowner)::text AS owner FROM pg_class c
   WHERE c.oid = 'public._prisma_migrations'::regclass AND NOT pg_has_role(c.relowner, 'USAGE')
     AND has_table_privilege(c.oid, 'SELECT WITH GRANT OPTION')
     AND NOT EXISTS (SELECT FROM aclexplode(c.relacl) a WHERE a.grantor = current_user::regrole)`
