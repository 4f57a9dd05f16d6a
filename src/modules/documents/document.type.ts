import { builder } from '../../schema/builder.ts'
import { poolOf } from '../../schema/context.ts'
import {
  type Connection,
  createConnection,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  type PageRequest,
  parsePageRequest,
} from '../../schema/paging.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { isDate } from '../../values/instant.ts'
import { MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { type Asset, AssetType } from '../assets/asset.type.ts'
import { type Completeness, completenessOf } from '../assets/completeness.ts'
import { type DocumentRow, type DocumentsPage, readDocuments } from './document.reads.ts'

const DocumentType = builder.objectRef<DocumentRow>('Document').implement({
  description: 'The metadata of a document; its contents are never served.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.exposeString('type'),
    title: t.exposeString('title'),
    issuer: t.exposeString('issuer', { nullable: true }),
    issuedOn: t.expose('issued_on', { type: 'Date', nullable: true }),
    expiresOn: t.expose('expires_on', { type: 'Date', nullable: true }),
    fileSize: t.field({
      type: 'ByteCount',
      nullable: true,
      resolve: (row) => (row.file_size === null ? null : Number(row.file_size)),
    }),
  }),
})

const CompletenessType = builder.objectRef<Completeness>('Completeness').implement({
  description: 'How much of the documentation recommended for the category is present.',
  fields: (t) => ({
    score: t.exposeInt('score', { description: 'Percentage, rounded down.' }),
    recommended: t.stringList({ resolve: (completeness) => [...completeness.recommended] }),
    present: t.stringList({ resolve: (completeness) => [...completeness.present] }),
    missing: t.stringList({ resolve: (completeness) => [...completeness.missing] }),
  }),
})

type DocumentConnection = Connection<DocumentRow> & {
  readonly totalCount: number
  readonly completeness: Completeness
}

builder.objectField(AssetType, 'documents', (t) =>
  t.connection(
    {
      type: DocumentType,
      ...requiresScope('documentation'),
      description: 'Newest first; up to 1,000 in one page.',
      args: { offset: t.arg.int() },
      resolve: async (asset, args, context): Promise<DocumentConnection> => {
        const page = parsePageRequest(args, MAX_LARGE_PAGE_SIZE)
        const query = {
          limit: page.first + 1,
          offset: page.offset,
          after: page.after === null ? null : parsePosition(page.after),
        }
        const found = await asset.loaders.load(
          `documents ${JSON.stringify(query)}`,
          asset.row.registry_id,
          (ids) => readDocuments(poolOf(context), asset.access.visibility, ids, query),
        )
        return toConnection(found, page, asset)
      },
    },
    {
      fields: (f) => ({
        totalCount: f.int({ resolve: (connection) => connection.totalCount }),
        completeness: f.field({
          type: CompletenessType,
          resolve: (connection) => connection.completeness,
        }),
      }),
    },
  ),
)

function toConnection(
  found: DocumentsPage | undefined,
  page: PageRequest,
  asset: Asset,
): DocumentConnection {
  const connection = createConnection(
    found?.rows ?? [],
    page,
    (row) => encodeCursor([row.issued_on ?? '', row.id]),
    (row) => row,
  )
  return {
    ...connection,
    totalCount: found?.total ?? 0,
    completeness: completenessOf(asset.row.category, found?.types ?? []),
  }
}

function parsePosition(cursor: string): { issuedOn: string; id: string } {
  const [issuedOn = '', id = ''] = decodeCursor(cursor, /^(\d{4}-\d\d-\d\d)?$/, /^doc_\w+$/)
  if (issuedOn !== '' && !isDate(issuedOn)) throw invalidCursor()
  return { issuedOn, id }
}
