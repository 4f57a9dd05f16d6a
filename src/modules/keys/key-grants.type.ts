import type { GraphQLResolveInfo } from 'graphql'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { readKeyGrants } from '../grants/grant.reads.ts'
import { grantMapper, type PartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import {
  type GrantListArgs,
  grantListArgs,
  grantsOfKey,
  parseGrantQuery,
} from '../grants/grant-list.ts'
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
  key: ApiKey,
  args: GrantListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<PartnerGrant>> {
  const person = requirePerson(context)
  const { database, request } = context
  const page = parsePageRequest(args)
  const query = await parseGrantQuery(args, 'newest', context, info)
  return listBelow(key, page, context, {
    rows: grantsOfKey(query),
    noun: 'grant',
    bound: (keyId) => ['grants', keyId, { ...query }],
    read: async (ids, keyIds) => {
      const rows = await readKeyGrants(database.prisma, person, ids, keyIds, request.now)
      await recordGrantReads(rows, context)
      return rows
    },
    toNode: grantMapper(),
  })
}
