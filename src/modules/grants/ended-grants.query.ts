import type { Partner } from '../../access/caller.ts'
import { intersectScopes } from '../../access/scopes.ts'
import { readStoredScopes } from '../../access/stored-data.ts'
import { requirePartner } from '../../schema/auth-scopes.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, offsetOf } from '../../schema/context.ts'
import { AssetFilterType, ScopeType } from '../../schema/enums.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { pageArgs } from '../../schema/page-args.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import { MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { DeletionAnswerType } from './deletion-answer.type.ts'
import { EndReasonType } from './end-reason.type.ts'
import { countEndedGrants, type EndedGrant, readEndedGrants } from './ended-grants.reads.ts'

const LISTS_A_MINUTE = 60

const EndedGrantType = builder.objectRef<EndedGrant>('EndedGrant').implement({
  description: 'A grant to the key that has ended. It shows nothing of the portfolio.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the grant and its end together.',
      resolve: ({ id }) => `${id}:ended`,
    }),
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
      description: 'What the filter of the grant named.',
      type: AssetFilterType,
    }),
    expiresAt: t.expose('expiresAt', {
      description: 'The expiry that it had. Null: none.',
      type: 'DateTime',
      nullable: true,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'Your own id of the client, from the connection link that they approved. Null if the link had none, and after the erasure of their data. It proves nobody until the person came back with the right state.',
    }),
    connectedAt: t.expose('connectedAt', {
      description: 'The instant at which it was given.',
      type: 'DateTime',
    }),
    reason: t.expose('reason', { description: 'Why it ended.', type: EndReasonType }),
    endedAt: t.expose('endedAt', {
      description: 'The instant from which it shows nothing.',
      type: 'DateTime',
    }),
    deletionRequested: t.exposeBoolean('deletionRequested', {
      description: 'Whether the client asks you to delete what you have read.',
    }),
    deletionAnswer: t.expose('deletionAnswer', {
      description: 'What an admin of your firm answered in the portal. Null: nothing yet.',
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

async function listEndedGrants(
  { keyId }: Partner,
  args: PageArgs,
  context: Context,
): Promise<List<EndedGrant>> {
  const pool = context.database.identity
  const { now } = context.request
  const page = parsePageRequest(args, MAX_PAGE_SIZE, offsetOf(context, 'endedGrants'))
  const cursors = cursorsOf(context, 'endedGrants')
  const after = cursors.read(page.after, parseInstant, idMember('grant'))
  const range = { after, limit: page.first + 1, offset: page.offset }
  const found = await readEndedGrants(pool, keyId, range, now)
  const connection = createConnection(
    found,
    page,
    ({ endedAt, id }) => cursors.write([endedAt, id]),
    (grant) => grant,
  )
  return { ...connection, count: () => countEndedGrants(pool, keyId, now) }
}
