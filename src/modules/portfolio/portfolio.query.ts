import {
  countAccessible,
  listAccessible,
  requireGranted,
  requireOwned,
} from '../../access/grant.reads.ts'
import { recordRead } from '../../access/request-usage.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { offsetOf } from '../../schema/context.ts'
import { listType } from '../../schema/list.type.ts'
import { pageArgs } from '../../schema/page-args.ts'
import {
  createConnection,
  decodeCursor,
  encodeCursor,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { isCleanText } from '../../values/text.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import { PortfolioType } from './portfolio.type.ts'

const PortfolioList = listType('QueryPortfoliosConnection', PortfolioType)
const CLIENT_ID = /^user_\w+$/
const PORTFOLIOS_A_MINUTE = 60

builder.queryFields((t) => ({
  portfolio: t.field({
    type: PortfolioType,
    nullable: true,
    skipTypeScopes: true,
    authScopes: { portfolioReader: true },
    description: "One client's portfolio, within the grant that the client has given.",
    args: { clientId: t.arg.id({ description: 'The user id of the client.', required: true }) },
    resolve: (_root, { clientId }, context) => openPortfolio(clientId, context),
  }),
  portfolios: t.field({
    type: PortfolioList,
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

/** The one place that decides who may see a portfolio, and how much of it. */
async function openPortfolio(clientId: string, context: Context): Promise<PortfolioAccess> {
  const { caller, request: requestContext, openedPortfolio: opened } = context
  if (!caller) throw new GatewayError('missing_api_key', 'Send an API key.')
  if (!isCleanText(clientId))
    throw new GatewayError('invalid_parameter', 'clientId takes the id of a client.')
  if (caller.kind === 'user') {
    const access = await requireOwned(context.database.identity, caller, clientId)
    await recordStaffReads([clientId], 'portfolio.read', caller, context)
    return access
  }
  if (opened?.clientId !== clientId) {
    const access = await requireGranted(
      context.database.identity,
      caller,
      clientId,
      requestContext.now,
    )
    recordRead(requestContext, access)
    return access
  }
  if (opened.portfolio instanceof Error) throw opened.portfolio
  return opened.portfolio
}

async function listPortfolios(args: PageArgs, context: Context) {
  const { caller, request: requestContext } = context
  if (!caller) throw new GatewayError('missing_api_key', 'Send an API key.')
  const page = parsePageRequest(args, MAX_PAGE_SIZE, offsetOf(context, 'portfolios'))
  const [after = null] = page.after === null ? [] : decodeCursor(page.after, CLIENT_ID)
  const found = await listAccessible(
    context.database.identity,
    caller,
    { after, limit: page.first + 1, offset: page.offset },
    requestContext.now,
  )
  const connection = createConnection(
    found,
    page,
    (access) => encodeCursor([access.visibility.clientId]),
    (access) => access,
  )
  if (caller.kind === 'user') {
    const clientIds = connection.edges.map(({ node }) => node.visibility.clientId)
    await recordStaffReads(clientIds, 'portfolio.read', caller, context)
  }
  const count = () => countAccessible(context.database.identity, caller, requestContext.now)
  return { ...connection, count }
}
