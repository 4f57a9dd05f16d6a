import type { Partner } from '../../access/caller.ts'
import { everyPortfolio, MAX_TOGETHER } from '../../access/every-portfolio.reads.ts'
import { countAccessible } from '../../access/grant.reads.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { GatewayError } from '../../errors.ts'
import { recordRead } from '../../load/request-usage.ts'
import { requirePartner } from '../../schema/auth-scopes.ts'
import { builder, type Context, derivedId, poolOf } from '../../schema/builder.ts'
import { type List, listType, pageArgs, pageType } from '../../schema/list.type.ts'
import { boundTo, cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { parseDate } from '../../values/instant.ts'
import { narrower, openList } from '../../values/json.ts'
import { KNOWN_WORDS } from '../../values/known-words.ts'
import { PortfolioType } from '../portfolio/portfolio.type.ts'
import {
  type DocumentRangeArgs,
  fromToday,
  futureArgs,
  parseDocumentRange,
} from './document.range.ts'
import { DocumentType } from './document.type.ts'
import {
  countExpiring,
  type ExpiringQuery,
  type ExpiringRow,
  readExpiring,
} from './expiring.reads.ts'

const ExpiringType = builder.objectRef<ExpiringRow>('ExpiringDocument').implement({
  description: 'A document that expires, with its asset.',
  fields: (t) => ({
    id: derivedId(t, 'expiry', 'Identifies the document and its expiry together.'),
    registryId: t.exposeID('registry_id', { description: 'The registry id of its asset.' }),
    assetTitle: t.exposeString('asset_title', { description: 'The name of its asset.' }),
    document: t.field({
      type: DocumentType,
      description: 'The document.',
      resolve: (row) => row,
    }),
  }),
})

builder.objectField(PortfolioType, 'expiringDocuments', (t) =>
  t.field({
    type: listType('PortfolioExpiringDocumentsConnection', ExpiringType),
    ...requiresScope('documentation'),
    extensions: { scope: 'documentation', countsAsRequest: true },
    description:
      'The documents of visible assets that will expire, the earliest first. Needs the documentation scope.',
    args: { ...pageArgs(t.arg), ...futureArgs(t.arg) },
    resolve: listExpiring,
  }),
)

async function listExpiring(
  access: PortfolioAccess,
  args: PageArgs & DocumentRangeArgs,
  context: Context,
): Promise<List<ExpiringRow>> {
  const page = parsePageRequest(args)
  const asked = parseDocumentRange(args)
  const cursors = cursorsOf(context, 'expiring documents', boundTo(access), { ...asked })
  const after = cursors.read(page.after, parseDate, idMember('doc'))
  recordRead(context.request, access)
  const range = fromToday(asked, context.request.now)
  const pool = poolOf(context)
  const query = { range, limit: page.first + 1, after }
  const found = await readExpiring(pool, access.visibility, query)
  const connection = createConnection(found, page, ({ expires_on, id }) =>
    cursors.write([expires_on, id]),
  )
  return { ...connection, count: () => countExpiring(pool, access.visibility, range) }
}

const LISTS_A_MINUTE = 30
// The cost of reading up to a thousand portfolios.
const REQUESTS = 10

interface ClientDocument extends ExpiringRow {
  readonly clientId: string
  readonly clientName: string
}

// Fields of a portfolio are reached through the portfolio alone, so this type has no `Document`.
const ClientDocumentType = builder.objectRef<ClientDocument>('ClientDocument').implement({
  description: 'A document that expires, with its client and its asset.',
  fields: (t) => ({
    id: derivedId(t, 'client', 'Identifies the document and its client together.'),
    documentId: t.exposeID('id', { description: 'doc_ and a ULID.' }),
    clientId: t.exposeID('clientId', { description: 'The user id of the client.' }),
    clientName: t.exposeString('clientName', { description: 'The name of the client.' }),
    registryId: t.exposeID('registry_id', { description: 'The registry id of its asset.' }),
    assetTitle: t.exposeString('asset_title', { description: 'The name of its asset.' }),
    type: t.exposeString('type', {
      description: 'The kind, as a snake_case word, such as invoice. An open list.',
      ...narrower(openList(KNOWN_WORDS.document_type)),
    }),
    title: t.exposeString('title', { description: 'Its title.' }),
    expiresOn: t.expose('expires_on', {
      description: 'The date from which it is not valid.',
      type: 'Date',
    }),
  }),
})

builder.queryField('expiringDocuments', (t) =>
  t.field({
    type: pageType('QueryExpiringDocumentsConnection', ClientDocumentType),
    skipTypeScopes: true,
    authScopes: { partner: true },
    extensions: { countsAsRequest: REQUESTS },
    description: `The documents that will expire, in all portfolios that show documentation to the API key, the earliest first. Needs the documentation scope. For keys of up to ${MAX_TOGETHER} portfolios; it costs ${REQUESTS} requests, and is served 30 times a minute. It serves API keys only.`,
    args: { ...pageArgs(t.arg), ...futureArgs(t.arg) },
    resolve: async (_root, args, context, info) => {
      const partner = requirePartner(context)
      requireDocumentation(partner)
      await context.fieldLimits.use(context, info, LISTS_A_MINUTE)
      return listOfEvery(partner, args, context)
    },
  }),
)

function requireDocumentation({ scopes }: Partner): void {
  if (scopes.has('documentation')) return
  throw new GatewayError(
    'insufficient_scope',
    'expiringDocuments needs the documentation scope, which this key does not have.',
  )
}

async function listOfEvery(partner: Partner, args: PageArgs & DocumentRangeArgs, context: Context) {
  const page = parsePageRequest(args)
  const range = parseDocumentRange(args)
  const cursors = cursorsOf(context, 'expiring documents of all', { ...range })
  const after = cursors.read(page.after, parseDate, idMember('doc'))
  await requireFew(partner, context)
  // The range is not that of the cursor: a walk may last beyond midnight.
  const query = { range: fromToday(range, context.request.now), limit: page.first + 1, after }
  return createConnection(await readOfEvery(partner, query, context), page, ({ expires_on, id }) =>
    cursors.write([expires_on, id]),
  )
}

// The first documents of all portfolios are among the first of each.
async function readOfEvery(partner: Partner, query: ExpiringQuery, context: Context) {
  const { database, request } = context
  const every = { after: null, most: MAX_TOGETHER }
  let first: ClientDocument[] = []
  for await (const page of everyPortfolio(database.identity, partner, every, request.now))
    for (const access of page) {
      const { visibility, clientName } = access
      if (!visibility.scopes.has('documentation')) continue
      recordRead(request, access)
      const rows = await readExpiring(poolOf(context), visibility, query)
      const own = rows.map((row) => ({ ...row, clientId: visibility.clientId, clientName }))
      first = [...first, ...own].sort(byExpiry).slice(0, query.limit)
    }
  return first
}

async function requireFew(partner: Partner, { database, request }: Context): Promise<void> {
  const count = await countAccessible(database.identity, partner, request.now)
  if (count > MAX_TOGETHER)
    throw new GatewayError(
      'document_too_costly',
      `expiringDocuments serves keys of up to ${MAX_TOGETHER} portfolios. Read them in pages: portfolios { nodes { expiringDocuments { … } } }.`,
    )
}

function byExpiry(one: ClientDocument, other: ClientDocument): number {
  const keyOf = ({ expires_on, id }: ClientDocument) => `${expires_on} ${id}`
  return keyOf(one) < keyOf(other) ? -1 : 1
}
