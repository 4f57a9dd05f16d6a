import type { GraphQLResolveInfo } from 'graphql'
import { countListed } from '../../database/ordered.reads.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { createConnection } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { type ListedGrant, readKeyGrants } from '../grants/grant.reads.ts'
import { grantMapper, type PartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import { type GrantListArgs, grantListArgs, parseGrantList } from '../grants/grant-list.args.ts'
import { grantsOfKey } from '../grants/grant-list.reads.ts'
import { type ApiKey, ApiKeyType } from './api-key.type.ts'

builder.objectField(ApiKeyType, 'grants', (t) =>
  t.field({
    type: listType('ApiKeyGrantsConnection', PartnerGrantType),
    description: 'Grants of any state, newest first, unless the arguments ask for others.',
    args: grantListArgs(t.arg, 'the name or the id of the client'),
    resolve: listKeyGrants,
  }),
)

async function listKeyGrants(
  { row: { id }, loaders }: ApiKey,
  args: GrantListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<PartnerGrant>> {
  const person = requirePerson(context)
  const { database, request } = context
  const { page, filter, query, range, cursorOf } = await parseGrantList(args, {
    name: 'grants',
    of: id,
    usual: 'newest',
    context,
    info,
  })
  const listed = await loaders.loadRows(
    `grants ${JSON.stringify([query, range])}`,
    id,
    async (ids) => {
      const rows = await readKeyGrants(database, person, ids, query, range, request.now)
      return showListed(rows, context)
    },
    ({ grant }) => grant.row.keyId,
  )
  const count = async () => {
    const read = (ids: readonly string[]) =>
      countListed(database.pool, grantsOfKey(filter), ids, request.now)
    return (await loaders.load(`grant count ${JSON.stringify(filter)}`, id, read)) ?? 0
  }
  return { ...createConnection(listed, page, cursorOf, ({ grant }) => grant), count }
}

async function showListed(rows: readonly ListedGrant[], context: Context) {
  await recordGrantReads(
    rows.map(({ grant }) => grant),
    context,
  )
  const toGrant = grantMapper(context)
  return rows.map(({ grant, position }) => ({ grant: toGrant(grant), position }))
}
