import type pg from 'pg'
import { liveGrantSql } from '../../access/liveness.ts'
import {
  isBoolean,
  isInstant,
  isNumber,
  isOneOf,
  isText,
  isTexts,
  orNull,
  rowReader,
} from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import { DeletionAnswer, FilterType, GrantRevoker } from '../../generated/prisma/client.ts'
import { type EndReason, endReasonOf } from './end-reason.ts'

const readEnded = rowReader('grants', {
  id: isText,
  clientId: isText,
  version: isNumber,
  scopes: isTexts,
  assetFilter: isOneOf(Object.values(FilterType)),
  expiresAt: orNull(isInstant),
  revokedAt: orNull(isInstant),
  revokedBy: orNull(isOneOf(Object.values(GrantRevoker))),
  accountErased: isBoolean,
  reference: orNull(isText),
  connectedAt: isInstant,
  endedAt: isInstant,
  deletionRequested: isBoolean,
  deletionAnswer: orNull(isOneOf(Object.values(DeletionAnswer))),
})
const readTotal = rowReader('grants', { total: isNumber })

/** A grant of a key that has ended. */
export interface EndedGrant extends ReturnType<typeof readEnded> {
  readonly reason: EndReason
}

/** A page of the ended grants of a key. `after`: the end and the id of the grant that the page comes after. */
interface EndedPage {
  readonly after: readonly [endedAt: Date, id: string] | null
  readonly limit: number
  readonly offset: number
}

// The first of revocation and expiry, as `endReasonOf` decides. One of them is there: the grant has ended.
const ENDED_AT = 'LEAST(g.revoked_at, g.expires_at)'
const ENDED_OF_KEY = `FROM grants g WHERE g.key_id = $1 AND NOT ${liveGrantSql('g', '$2')}`

const PAGE = `
  SELECT g.id, g.client_id AS "clientId", g.version, g.scopes::text[] AS scopes, g.filter_type::text AS "assetFilter",
         g.expires_at AS "expiresAt", g.revoked_at AS "revokedAt", g.revoked_by::text AS "revokedBy",
         g.account_erased AS "accountErased", g.reference, g.created_at AS "connectedAt", ${ENDED_AT} AS "endedAt",
         g.deletion_requested_at IS NOT NULL AS "deletionRequested", g.deletion_answer::text AS "deletionAnswer"
    ${ENDED_OF_KEY} AND ($3::timestamptz IS NULL OR (${ENDED_AT}, g.id) < ($3, $4))
   ORDER BY ${ENDED_AT} DESC, g.id DESC LIMIT $5 OFFSET $6`

/** A page of the grants of a key that have ended, the newest end first. */
export async function readEndedGrants(
  pool: pg.Pool,
  keyId: string,
  { after, limit, offset }: EndedPage,
  now: Date,
): Promise<EndedGrant[]> {
  const [endedAt = null, id = ''] = after ?? []
  const rows = await readRows(pool, PAGE, [keyId, now, endedAt, id, limit, offset], 'ended_grants')
  return rows.map(readEnded).map((grant) => ({ ...grant, reason: endReasonOf(grant) }))
}

/** The number of grants of a key that have ended. */
export async function countEndedGrants(pool: pg.Pool, keyId: string, now: Date): Promise<number> {
  const text = `SELECT count(*)::int AS total ${ENDED_OF_KEY}`
  const [row] = await readRows(pool, text, [keyId, now], 'ended_grants_total')
  return readTotal(row).total
}
