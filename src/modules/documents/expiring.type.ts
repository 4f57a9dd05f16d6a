import type { PortfolioAccess } from '../../access/visibility.ts'
import { recordRead } from '../../load/request-usage.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { type List, listType, pageArgs } from '../../schema/list.type.ts'
import { boundTo, cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { parseDate } from '../../values/instant.ts'
import { PortfolioType } from '../portfolio/portfolio.type.ts'
import {
  type DocumentRangeArgs,
  fromToday,
  futureArgs,
  parseDocumentRange,
} from './document.range.ts'
import { DocumentType } from './document.type.ts'
import { countExpiring, type ExpiringRow, readExpiring } from './expiring.reads.ts'

const ExpiringType = builder.objectRef<ExpiringRow>('ExpiringDocument').implement({
  description: 'A document that expires, with its asset.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the document and its expiry together.',
      resolve: ({ id }) => `${id}:expiry`,
    }),
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
  const connection = createConnection(
    found,
    page,
    ({ expires_on, id }) => cursors.write([expires_on, id]),
    (row) => row,
  )
  return { ...connection, count: () => countExpiring(pool, access.visibility, range) }
}
