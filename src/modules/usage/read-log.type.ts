import { callerNotAllowed } from '../../errors.ts'
import { builder, type Context, instant, poolOf } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { pageArgs, pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import {
  type Connection,
  createConnection,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { digestOf } from '../../values/ids.ts'
import { parseInstant } from '../../values/instant.ts'
import { isCleanText } from '../../values/text-rules.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { type PartnerGrant, PartnerGrantType, seesClientSide } from '../grants/grant.type.ts'
import { type ReadLogRow, readReadLog } from './usage.reads.ts'

type ReadLogEntry = ReadLogRow & { readonly id: string }

const ReadLogEntryType = builder.objectRef<ReadLogEntry>('ReadLogEntry').implement({
  description: 'The reads within one hour at one endpoint with one set of scopes.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Identifies the grant, the hour, the endpoint and the scopes together.',
    }),
    hour: instant(t, 'hour', 'The start of the hour.'),
    endpoint: t.exposeString('endpoint', {
      description: 'The method and path, such as GET /api/v1/assets.',
    }),
    scopes: t.expose('scopes', { description: 'The scopes that were visible.', type: [ScopeType] }),
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
    throw callerNotAllowed('The read log of a grant is for its client alone.')
  const page = parsePageRequest(args)
  const cursors = cursorsOf(context, 'reads', grant.id)
  const after = cursors.read(page.after, parseInstant, parseEndpoint, /^[a-z_,]{0,200}$/)
  const span = { limit: page.first + 1, after }
  const rows = await grant.loaders.load(`reads ${JSON.stringify(span)}`, grant.id, (ids) =>
    readReadLog(poolOf(context), ids, span),
  )
  const cursorOf = (row: ReadLogRow) => cursors.write(membersOf(row))
  return createConnection(rows ?? [], page, cursorOf, (row) => ({
    ...row,
    id: `reads_${digestOf([grant.id, ...membersOf(row)])}`,
  }))
}

function membersOf({ hour, endpoint, scopes }: ReadLogRow): string[] {
  return [hour.toISOString(), endpoint, scopes.join()]
}

function parseEndpoint(text: string): string | null {
  return /^.{1,200}$/.test(text) && isCleanText(text) ? text : null
}
