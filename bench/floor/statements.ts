import { importGateway } from '../gateway.ts'
import type { Access } from './access.ts'
import { REGISTRY_ID, record, SECRET_HASH, type Statement, the } from './recording.ts'

/** The filters of a listing that are given; each changes the text of its statements. */
export type ListFilters = readonly ('category' | 'minValue' | 'maxValue')[]

/** The parts of a listing that change the text of the statement of a page. */
export interface PageForm {
  readonly filters: ListFilters
  readonly isAfter: boolean
  /** Whether the walk begins with this page, so that the newest change is read as well. */
  readonly isFirst: boolean
}

/** The parts of a delta that change the statement of a page. Its text has the number of instants to read. */
export interface ChangesForm {
  readonly filters: ListFilters
  readonly limit: number
  readonly offset: number
}

/** The parts of a history that change the text of the statement of a page. */
export interface HistoryForm {
  readonly hasSource: boolean
  readonly hasSince: boolean
  readonly isAfter: boolean
}

/** The statement that identifies a key and its grant to a client. */
export async function identifyStatement(): Promise<Statement> {
  const { identifyPartner } = await importGateway('identity')
  return record((pool) => identifyPartner(pool, SECRET_HASH, the('clientId'), the('at')))
}

/** Finds the statement of a page of assets. */
export const pageStatement = onceFor(
  async (access: Access, { filters, isAfter, isFirst }: PageForm) => {
    const { readAssets } = await importGateway('assetReads')
    const visibility = visibilityOf(access)
    const listing = listingOf(filters)
    const after = isAfter ? { registryId: the('after') } : null
    const page = { limit: the('limit'), offset: the('offset'), after }
    const extras = { total: true, newest: isFirst }
    return record((pool) => readAssets(pool, visibility, listing, null, page, FIELDS, extras))
  },
)

/** Finds the statement of a page of changes. The position that it comes after is always given. */
export const changesStatement = onceFor(
  async (access: Access, { filters, limit, offset }: ChangesForm) => {
    const { readChanges } = await importGateway('changes')
    const visibility = visibilityOf(access)
    const after = { at: the('afterAt'), registryId: the('after') }
    const page = { limit, offset, after }
    return record((pool) =>
      readChanges(pool, visibility, listingOf(filters), null, page, FIELDS, readInPage),
    )
  },
)

/** Finds the statement of the number of changes. */
export const changeCountStatement = onceFor(async (access: Access, filters: ListFilters) => {
  const { countChanges } = await importGateway('changes')
  return record((pool) =>
    countChanges(pool, visibilityOf(access), listingOf(filters), the('since')),
  )
})

/** Finds the statement of one asset, with all blocks or with the first columns alone. */
export const assetStatement = onceFor(async (access: Access, isWhole: boolean) => {
  const { getAsset } = await importGateway('assetReads')
  const fields = isWhole ? FIELDS : new Set()
  return record((pool) => getAsset(pool, visibilityOf(access), REGISTRY_ID, fields))
})

/** Finds the statement of a page of the valuations of an asset. */
export const valuationsStatement = onceFor(
  async (access: Access, { hasSource, hasSince, isAfter }: HistoryForm) => {
    const { readValuations } = await importGateway('valuations')
    const query = {
      source: hasSource ? the('source') : null,
      since: hasSince ? the('since') : null,
      until: null,
      limit: the('limit'),
      offset: the('offset'),
      after: isAfter ? [the('afterAt'), the('after')] : null,
    }
    return record((pool) =>
      readValuations(pool, visibilityOf(access), [REGISTRY_ID], query, () => undefined),
    )
  },
)

/** Finds the statement of the documents of an asset. */
export const documentsStatement = onceFor(async (access: Access) => {
  const { readDocuments } = await importGateway('documents')
  const range = { issuedFrom: null, issuedTo: null, expiresFrom: null, expiresTo: null }
  const query = { range, limit: the('limit'), after: null }
  return record((pool) => readDocuments(pool, visibilityOf(access), [REGISTRY_ID], query))
})

/** Finds the statement of the newest visible change. */
export const newestStatement = onceFor(async (access: Access) => {
  const { newestOf } = await importGateway('newest')
  const given = { visibility: visibilityOf(access) }
  return record((pool) => newestOf(given, { newest: NO_CACHE, database: { pool } }))
})

/** Finds the statement of the totals of each category. */
export const sumsStatement = onceFor(async (access: Access) => {
  const { sumsOfEach } = await importGateway('summary')
  const given = { visibility: visibilityOf(access) }
  return record((pool) => sumsOfEach([given], { sums: NO_CACHE, database: { pool } }))
})

/** Finds the statement of the digest of a portfolio. */
export const digestStatement = onceFor(async (access: Access) => {
  const { digestOf } = await importGateway('newest')
  const given = { visibility: visibilityOf(access) }
  return record((pool) => digestOf(given, { digests: NO_CACHE, database: { pool } }))
})

const NO_FILTER = {
  category: null,
  minValue: null,
  maxValue: null,
  updatedSince: null,
  search: null,
}
const BLOCKS = ['valuation', 'detail', 'categoryDetail', 'documentation', 'estate', 'verification']
const FIELDS: ReadonlySet<string> = new Set(BLOCKS)
const NO_CACHE = {
  find: () => undefined,
  findOrRead: (_access: unknown, _part: string, read: () => unknown) => read(),
}

function listingOf(filters: ListFilters) {
  return { ...NO_FILTER, ...Object.fromEntries(filters.map((name) => [name, the(name)])) }
}

function readInPage(read: () => unknown) {
  return read()
}

// Each value of the visibility stands for itself. The filter has the members of every type.
function visibilityOf({ scopes, filter: { type } }: Access) {
  const list = [the('filterValues')]
  const collectionId = the('filterValue')
  return {
    clientId: the('clientId'),
    scopes: new Set(scopes),
    filter: { type, categories: list, registryIds: list, collectionId },
    completeFrom: the('completeFrom'),
    changedUntil: the('changedUntil'),
  }
}

// A statement is recorded once for each form: the scopes and the filter decide its text as well.
function onceFor<Forms extends unknown[]>(
  make: (access: Access, ...forms: Forms) => Promise<Statement>,
) {
  const made = new Map<string, Promise<Statement>>()
  return (access: Access, ...forms: Forms): Promise<Statement> => {
    const form = `${access.scopes} ${access.filter.type} ${JSON.stringify(forms)}`
    const known = made.get(form) ?? make(access, ...forms)
    made.set(form, known)
    return known
  }
}
