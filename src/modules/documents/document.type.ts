import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { pageArgs } from '../../schema/list.type.ts'
import { boundTo, cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { isDate } from '../../values/instant.ts'
import { narrower, openList, PERCENT } from '../../values/json.ts'
import { KNOWN_WORDS } from '../../values/known-words.ts'
import { MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { type Asset, AssetPreviewType, AssetType } from '../assets/asset.type.ts'
import { completenessOf } from '../assets/completeness.ts'
import { type DocumentRangeArgs, parseDocumentRange, rangeArgs } from './document.range.ts'
import { type DocumentRow, readDocuments } from './document.reads.ts'

export const DocumentType = builder.objectRef<DocumentRow>('Document').implement({
  description: 'The metadata of a document; its contents are never served.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'doc_ and a ULID.' }),
    type: t.exposeString('type', {
      description: 'The kind, as a snake_case word, such as invoice. An open list.',
      ...narrower(openList(KNOWN_WORDS.document_type)),
    }),
    title: t.exposeString('title', { description: 'Its title.' }),
    issuer: t.exposeString('issuer', { description: 'The issuer.', nullable: true }),
    issuedOn: t.expose('issued_on', {
      description: 'The date on which it was issued.',
      type: 'Date',
      nullable: true,
    }),
    expiresOn: t.expose('expires_on', {
      description: 'The date from which it is not valid.',
      type: 'Date',
      nullable: true,
    }),
    fileSize: t.field({
      description: 'The size of its file, in bytes.',
      type: 'ByteCount',
      nullable: true,
      resolve: (row) => (row.file_size === null ? null : Number(row.file_size)),
    }),
  }),
})

const TYPES = { ...openList(KNOWN_WORDS.document_type), maxItems: 64 }

type AssetCompleteness = ReturnType<typeof completenessOf> & { readonly id: string }

const CompletenessType = builder.objectRef<AssetCompleteness>('Completeness').implement({
  description: 'How much of the documentation recommended for the category is present.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and its completeness together.' }),
    score: t.exposeInt('score', { description: 'Percentage, rounded down.', ...narrower(PERCENT) }),
    recommended: t.exposeStringList('recommended', {
      description: 'The types of document that are recommended for the category.',
      ...narrower(TYPES),
    }),
    present: t.exposeStringList('present', {
      description: 'Those of them that are present.',
      ...narrower(TYPES),
    }),
    missing: t.exposeStringList('missing', {
      description: 'Those of them that are missing.',
      ...narrower(TYPES),
    }),
  }),
})

type DocumentList = Awaited<ReturnType<typeof listDocuments>>

const DocumentListType = builder.connectionObject<typeof DocumentType, DocumentList>(
  {
    name: 'AssetDocumentsConnection',
    type: DocumentType,
    fields: (t) => ({
      totalCount: t.exposeInt('totalCount', {
        description: 'The number of entries in the whole list.',
      }),
      completeness: t.expose('completeness', {
        description: 'How much of the recommended documentation is present, whatever the dates.',
        type: CompletenessType,
      }),
    }),
  },
  { name: 'AssetDocumentsConnectionEdge' },
)

for (const type of [AssetType, AssetPreviewType]) {
  builder.objectField(type, 'documents', (t) =>
    t.field({
      type: DocumentListType,
      ...requiresScope('documentation'),
      description: 'Newest first; up to 1,000 in one page. Needs the documentation scope.',
      args: { ...pageArgs(t.arg, MAX_LARGE_PAGE_SIZE), ...rangeArgs(t.arg) },
      resolve: listDocuments,
    }),
  )
}

async function listDocuments(asset: Asset, args: PageArgs & DocumentRangeArgs, context: Context) {
  const page = parsePageRequest(args, MAX_LARGE_PAGE_SIZE)
  const range = parseDocumentRange(args)
  const { id, registry_id, category } = asset.row
  const list = [boundTo(asset.access), registry_id]
  // Cursors of a walk without a range are those of the release before.
  const isWhole = Object.values(range).every((date) => date === null)
  const cursors = cursorsOf(context, 'documents', ...list, ...(isWhole ? [] : [{ ...range }]))
  const query = {
    range,
    limit: page.first + 1,
    after: cursors.read(page.after, parseDateOrNone, idMember('doc')),
  }
  const found = await asset.loaders.load(`documents ${JSON.stringify(query)}`, registry_id, (ids) =>
    readDocuments(poolOf(context), asset.access.visibility, ids, query),
  )
  const connection = createConnection(found?.rows ?? [], page, (row) =>
    cursors.write([row.issued_on ?? '', row.id]),
  )
  return {
    ...connection,
    totalCount: found?.total ?? 0,
    completeness: { id: `${id}:completeness`, ...completenessOf(category, found?.types ?? []) },
  }
}

// A document without a date is in the cursor as an empty text.
const parseDateOrNone = (text: string) => (text === '' || isDate(text) ? text : null)
