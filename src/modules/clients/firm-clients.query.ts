import type { GraphQLResolveInfo } from 'graphql'
import { builder, type Context, derivedId } from '../../schema/builder.ts'
import { keyEnvironmentArg } from '../../schema/enums.ts'
import { pageArgs, pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import {
  parseListSearch,
  SEARCH_LIMIT,
  SEARCHES_A_MINUTE,
  type SearchArgs,
} from '../../schema/list-search.ts'
import {
  type Connection,
  createConnection,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import { readerOf } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { readKeyGrants } from '../grants/grant.reads.ts'
import { grantMapper, type PartnerGrant, PartnerGrantType } from '../grants/grant.type.ts'
import { readKeys } from '../keys/api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from '../keys/api-key.type.ts'
import { readLinks } from '../links/connection-link.reads.ts'
import { ConnectionLinkType, type Link, linkMapper } from '../links/connection-link.type.ts'
import { type FirmClientFilter, FirmClientFilterType } from './client-filter.ts'
import { type AskedKeys, findKeys, readClientPage } from './firm-clients.reads.ts'

/** One of `grant` and `link` is there. */
interface FirmClient {
  readonly id: string
  readonly key: ApiKey
  readonly grant: PartnerGrant | null
  readonly link: Link | null
}

const FirmClientType = builder.objectRef<FirmClient>('FirmClient').implement({
  description:
    'A client of a firm at one of its keys: their grant, or the connection link that asks for one.',
  fields: (t) => ({
    id: derivedId(t, 'client', 'An id of this object. It is not that of the user.'),
    key: t.expose('key', { description: 'The key that reads, or asks.', type: ApiKeyType }),
    grant: t.expose('grant', {
      description: 'The newest grant of the client to the key. Null for a link.',
      type: PartnerGrantType,
      nullable: true,
    }),
    link: t.expose('link', {
      description: 'The link, which has given no grant. Null for a grant.',
      type: ConnectionLinkType,
      nullable: true,
    }),
  }),
})

interface ClientArgs extends PageArgs, SearchArgs, Omit<AskedKeys, 'keyId'> {
  readonly keyId?: string | null | undefined
  readonly only?: FirmClientFilter | null | undefined
}

builder.queryField('firmClients', (t) =>
  t.field({
    type: pageType('QueryFirmClientsConnection', FirmClientType),
    description:
      'The clients of a firm, for its members and for staff: the newest grant of each client to each key, and the connection links that still ask for one. The newest first. A read by staff is recorded.',
    args: {
      firmId: t.arg.id({ description: 'The id of the firm.', required: true }),
      environment: keyEnvironmentArg(t.arg),
      keyId: t.arg.id({ description: 'Only clients of this key of the firm and environment.' }),
      only: t.arg({ type: FirmClientFilterType, description: 'Only this part. Null: all.' }),
      search: t.arg.string({
        description: `Only clients with this text in the name, the reference or the id, or in the email or the purpose of the link: ${SEARCH_LIMIT}`,
      }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, context, info) => listClients(args, context, info),
  }),
)

const ROW = /^(grant|link)_[0-9A-Z]{26}$/

async function listClients(
  args: ClientArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<FirmClient>> {
  const { firmId, environment, keyId = null, only = null } = args
  const reader = readerOf(context)
  const page = parsePageRequest(args)
  await requireFirm(reader, firmId)
  const search = await parseListSearch(args, context, info)
  // A search is counted already.
  if (only === 'never_read' && search === null)
    await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
  const cursors = cursorsOf(context, 'firmClients', firmId, environment, keyId, only, search)
  const after = cursors.read(page.after, parseInstant, ROW)
  const asked = { firmId, environment, keyId }
  const keys = await findKeys(reader, asked)
  const query = { only, search, byStaff: reader.person.isStaff }
  const range = { limit: page.first + 1, after }
  const { rows, stoppedAt } = await readClientPage(query, keys, range, context)
  const { edges, pageInfo } = createConnection(
    await readClients(rows, context),
    page,
    ({ position }) => cursors.write(position),
    ({ client }) => client,
  )
  const rest = stoppedAt && { hasNextPage: true, endCursor: cursors.write(stoppedAt) }
  return { edges, pageInfo: { ...pageInfo, ...rest } }
}

type Row = Awaited<ReturnType<typeof readClientPage>>['rows'][number]

async function readClients(rows: readonly Row[], context: Context) {
  const reader = readerOf(context)
  const { prisma, person, now } = reader
  const ids = rows.map(({ id }) => id)
  const keyIds = [...new Set(rows.map(({ parent }) => parent))]
  const [grants, links, keys] = await Promise.all([
    readKeyGrants(reader, ids, keyIds),
    readLinks(prisma, person, ids, now),
    readKeys(reader, keyIds),
  ])
  await recordGrantReads(grants, context)
  const grantOf = byId(grants.map(grantMapper()))
  const linkOf = byId(links.map(linkMapper()))
  const keyOf = byId(keys.map(keyMapper()))
  return rows.flatMap(({ id, parent, position }) => {
    const key = keyOf.get(parent)
    const [grant = null, link = null] = [grantOf.get(id), linkOf.get(id)]
    return key && (grant || link) ? [{ position, client: { id, key, grant, link } }] : []
  })
}

function byId<Each extends { readonly id: string }>(rows: readonly Each[]): Map<string, Each> {
  return new Map(rows.map((row) => [row.id, row]))
}
