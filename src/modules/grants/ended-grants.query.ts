import type pg from 'pg'
import type { Partner } from '../../access/caller.ts'
import { liveSql } from '../../access/liveness.ts'
import {
  isBoolean,
  isInstant,
  isNumber,
  isOneOf,
  isText,
  isTexts,
  orNull,
  rowReader,
} from '../../access/rows.ts'
import { intersectScopes } from '../../access/scopes.ts'
import { readStoredScopes } from '../../access/stored-data.ts'
import { readRows } from '../../database/statement.ts'
import { DeletionAnswer, FilterType, GrantRevoker } from '../../generated/prisma/enums.ts'
import { requirePartner } from '../../schema/auth-scopes.ts'
import {
  builder,
  type Context,
  derivedId,
  instant,
  instantOrNull,
  offsetOf,
} from '../../schema/builder.ts'
import { AssetFilterType, ScopeType } from '../../schema/enums.ts'
import { listType, pageArgs } from '../../schema/list.type.ts'
import { cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import { MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { DeletionAnswerType } from './deletion.type.ts'
import { endReasonOf } from './end-reason.ts'
import { EndReasonType } from './end-reason.type.ts'

const LISTS_A_MINUTE = 60

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

// A grant of a key that has ended.
type EndedGrant = ReturnType<typeof readEnded>

const EndedGrantType = builder.objectRef<EndedGrant>('EndedGrant').implement({
  description: 'A grant to the key that has ended. It shows nothing of the portfolio.',
  fields: (t) => ({
    id: derivedId(t, 'ended', 'Identifies the grant and its end together.'),
    grantId: t.exposeID('id', { description: 'grant_ and a ULID.' }),
    clientId: t.exposeID('clientId', { description: 'The user id of the client.' }),
    version: t.exposeInt('version', { description: 'Its last version.' }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The scopes that both the key and the grant have.',
      resolve: ({ id, scopes }, _args, context) => {
        const granted = readStoredScopes(`grant ${id}`, scopes)
        return [...intersectScopes([...requirePartner(context).scopes], granted)]
      },
    }),
    assetFilter: t.expose('assetFilter', {
      description: 'The values of the filter of the grant.',
      type: AssetFilterType,
    }),
    expiresAt: instantOrNull(t, 'expiresAt', 'The expiry that it had. Null: none.'),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'Your own id of the client, from the connection link that they approved. Null if the link had none, and after the erasure of their data. It proves nobody until the person came back with the right state.',
    }),
    connectedAt: instant(t, 'connectedAt', 'The instant at which it was given.'),
    reason: t.field({ description: 'Why it ended.', type: EndReasonType, resolve: endReasonOf }),
    endedAt: instant(t, 'endedAt', 'The instant from which it shows nothing.'),
    deletionRequested: t.exposeBoolean('deletionRequested', {
      description: 'Whether the client asks you to delete what you have read.',
    }),
    deletionAnswer: t.expose('deletionAnswer', {
      description: 'The answer of an admin of your firm in the portal. Null: there is none yet.',
      type: DeletionAnswerType,
      nullable: true,
    }),
  }),
})

builder.queryField('endedGrants', (t) =>
  t.field({
    type: listType('QueryEndedGrantsConnection', EndedGrantType),
    skipTypeScopes: true,
    authScopes: { partner: true },
    description: 'The grants to the key that have ended, the newest end first. For API keys.',
    args: pageArgs(t.arg),
    resolve: async (_root, args, context, info) => {
      await context.fieldLimits.use(context, info, LISTS_A_MINUTE)
      return listEndedGrants(requirePartner(context), args, context)
    },
  }),
)

async function listEndedGrants({ keyId }: Partner, args: PageArgs, context: Context) {
  const pool = context.database.identity
  const { now } = context.request
  const page = parsePageRequest(args, MAX_PAGE_SIZE, offsetOf(context, 'endedGrants'))
  const cursors = cursorsOf(context, 'endedGrants')
  const [at, id] = cursors.read(page.after, parseInstant, idMember('grant')) ?? [null, '']
  const values = [keyId, now, at, id, page.first + 1, page.offset]
  const found = (await readRows(pool, PAGE, values, 'ended_grants')).map(readEnded)
  const connection = createConnection(found, page, ({ endedAt, id }) =>
    cursors.write([endedAt, id]),
  )
  return { ...connection, count: () => countEndedGrants(pool, keyId, now) }
}

// The first of revocation and expiry, as `endReasonOf` decides. One of them is there: the grant has ended.
const ENDED_AT = 'LEAST(g.revoked_at, g.expires_at)'
const ENDED_OF_KEY = `FROM grants g WHERE g.key_id = $1 AND NOT ${liveSql('g', '$2')}`

const PAGE = `
  SELECT g.id, g.client_id AS "clientId", g.version, g.scopes::text[] AS scopes, g.filter_type::text AS "assetFilter",
         g.expires_at AS "expiresAt", g.revoked_at AS "revokedAt", g.revoked_by::text AS "revokedBy",
         g.account_erased AS "accountErased", g.reference, g.created_at AS "connectedAt", ${ENDED_AT} AS "endedAt",
         g.deletion_requested_at IS NOT NULL AS "deletionRequested", g.deletion_answer::text AS "deletionAnswer"
    ${ENDED_OF_KEY} AND ($3::timestamptz IS NULL OR (${ENDED_AT}, g.id) < ($3, $4))
   ORDER BY ${ENDED_AT} DESC, g.id DESC LIMIT $5 OFFSET $6`

async function countEndedGrants(pool: pg.Pool, keyId: string, now: Date): Promise<number> {
  const text = `SELECT count(*)::int AS total ${ENDED_OF_KEY}`
  const [row] = await readRows(pool, text, [keyId, now], 'ended_grants_total')
  return readTotal(row).total
}
