import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { ScopeType } from '../../schema/enums.ts'
import { pageType } from '../../schema/list.type.ts'
import { pageArgs } from '../../schema/page-args.ts'
import {
  type Connection,
  createConnection,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import { isCleanText } from '../../values/text.ts'
import { requirePerson } from '../audit/acting-person.ts'
import {
  type PartnerGrant,
  PartnerGrantType,
  seesClientSide,
} from '../partner-access/grant.type.ts'
import { type ReadLogPage, type ReadLogRow, readReadLog } from './usage.reads.ts'

type ReadLogEntry = ReadLogRow & { readonly id: string }

const ReadLogEntryType = builder.objectRef<ReadLogEntry>('ReadLogEntry').implement({
  description: 'The reads within one hour at one endpoint with one set of scopes.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Of the grant, the hour, the endpoint and the scopes together.',
    }),
    hour: t.expose('hour', { description: 'The start of the hour.', type: 'DateTime' }),
    endpoint: t.exposeString('endpoint', {
      description: 'The method and path, such as GET /api/v1/assets.',
    }),
    scopes: t.field({
      description: 'The scopes that were visible.',
      type: [ScopeType],
      resolve: (entry) => entry.scopes,
    }),
    requests: t.exposeInt('requests', { description: 'The number of requests.' }),
    assets: t.exposeInt('assets', {
      description:
        'The number of assets in all responses together. An asset counts once for each response that contains it.',
    }),
  }),
})

builder.objectField(PartnerGrantType, 'reads', (t) =>
  t.field({
    type: pageType('PartnerGrantReadsConnection', ReadLogEntryType),
    description: 'Only for the client and staff. Newest first.',
    args: pageArgs(t.arg),
    resolve: listReads,
  }),
)

async function listReads(
  grant: PartnerGrant,
  args: PageArgs,
  context: Context,
): Promise<Connection<ReadLogEntry>> {
  if (!seesClientSide(requirePerson(context), grant))
    throw new GatewayError('caller_not_allowed', 'The read log of a grant is for its client alone.')
  const page = parsePageRequest(args)
  const span = { limit: page.first + 1, after: parsePosition(page.after) }
  const rows = await grant.loaders.load(`reads ${JSON.stringify(span)}`, grant.row.id, (ids) =>
    readReadLog(poolOf(context), ids, span),
  )
  const cursorOf = ({ hour, endpoint, scopes }: ReadLogRow) =>
    encodeCursor([hour.toISOString(), endpoint, scopes.join()])
  return createConnection(rows ?? [], page, cursorOf, (row) => ({
    ...row,
    id: `${grant.row.id}:${cursorOf(row)}`,
  }))
}

function parsePosition(cursor: string | null): ReadLogPage['after'] {
  if (cursor === null) return null
  const [text = '', endpoint = '', scopes = ''] = decodeCursor(
    cursor,
    /^\d{4}-/,
    /^.{1,200}$/,
    /^[a-z_,]{0,200}$/,
  )
  const hour = parseInstant(text)
  if (!hour || !isCleanText(endpoint)) throw invalidCursor()
  return { hour, endpoint, scopes }
}
