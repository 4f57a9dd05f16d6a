import {
  countAccessible,
  listAccessible,
  requireGranted,
  requireOwned,
} from '../../access/grant.reads.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { invalidParameter } from '../../errors.ts'
import { recordListed, recordRead } from '../../load/request-usage.ts'
import { requireCaller } from '../../schema/auth-scopes.ts'
import { builder, type Context, offsetOf } from '../../schema/builder.ts'
import { listType, pageArgs } from '../../schema/list.type.ts'
import { cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { isCleanText } from '../../values/text-rules.ts'
import { recordStaffReads } from '../audit/acting-person.ts'
import { PortfolioType } from './portfolio.type.ts'

const PORTFOLIOS_A_MINUTE = 60

builder.queryFields((t) => ({
  portfolio: t.field({
    type: PortfolioType,
    skipTypeScopes: true,
    authScopes: { portfolioReader: true },
    description: "One client's portfolio, within the grant that the client has given.",
    args: { clientId: t.arg.id({ description: 'The user id of the client.', required: true }) },
    resolve: (_root, { clientId }, context) => openPortfolio(clientId, context),
  }),
  portfolios: t.field({
    type: listType('QueryPortfoliosConnection', PortfolioType),
    skipTypeScopes: true,
    authScopes: { portfolioReader: true },
    description: 'Every portfolio that the caller may read, in order of client id.',
    args: pageArgs(t.arg),
    resolve: async (_root, args, context, info) => {
      await context.fieldLimits.use(context, info, PORTFOLIOS_A_MINUTE)
      return listPortfolios(args, context)
    },
  }),
}))

// Opens one portfolio for the caller, and records that. `access/grant.reads.ts` decides who may see it, and how much of it.
async function openPortfolio(clientId: string, context: Context): Promise<PortfolioAccess> {
  const { database, decision, request } = context
  const caller = requireCaller(context)
  if (!isCleanText(clientId)) throw invalidParameter('clientId takes the id of a client.')
  if (caller.kind === 'user') {
    const access = await requireOwned(database.identity, caller, clientId)
    await recordStaffReads([clientId], 'portfolio.read', context)
    return access
  }
  if (decision?.clientId !== clientId) {
    const access = await requireGranted(database.identity, caller, clientId, request.now)
    recordRead(request, access)
    return access
  }
  if (decision.access instanceof Error) throw decision.access
  return decision.access
}

async function listPortfolios(args: PageArgs, context: Context) {
  const { database, request } = context
  const caller = requireCaller(context)
  const page = parsePageRequest(args, MAX_PAGE_SIZE, offsetOf(context, 'portfolios'))
  const cursors = cursorsOf(context, 'portfolios')
  const [after] = cursors.read(page.after, idMember('user')) ?? [null]
  const span = { after, limit: page.first + 1, offset: page.offset }
  const found = await listAccessible(database.identity, caller, span, request.now)
  const connection = createConnection(found, page, (access) =>
    cursors.write([access.visibility.clientId]),
  )
  const listed = connection.edges.map(({ node }) => node)
  recordListed(request, listed)
  const clientIds = listed.map(({ visibility }) => visibility.clientId)
  await recordStaffReads(clientIds, 'portfolio.read', context)
  const count = () => countAccessible(database.identity, caller, request.now)
  return { ...connection, count }
}
