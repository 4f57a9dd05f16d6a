import { ENVIRONMENTS } from '../../access/caller.ts'
import { ERROR_CODES } from '../../errors.ts'
import { schema } from '../../graphql/schema.ts'
import { MAX_DOCUMENTS } from '../../values/page-size.ts'
import {
  AssetDocument,
  AssetDocumentsDocument,
  AssetsDocument,
  AssetValuationsDocument,
  MeDocument,
  PortfolioSummaryDocument,
} from '../operations/generated/graphql.ts'
import { nullable, object, optionalOf, propertiesOf, ref, type Schema } from './schema.ts'
import { Selections } from './selection.ts'

const text: Schema = { type: 'string' }
const url = nullable({ type: 'string', description: 'A relative URL.' })
const count: Schema = { type: 'integer', minimum: 0 }
const int64: Schema = {
  type: 'integer',
  format: 'int64',
  description: 'Chosen by you; unique among your plants.',
}
const plant = { name: { ...text, minLength: 1, maxLength: 200 }, tag: { ...text, maxLength: 200 } }

const page = { pagination: ref('Pagination'), links: ref('Links') }
const grant = { grant: ref('Grant') }

/** The schema of every body, by its name. */
export function bodySchemas(): Record<string, Schema> {
  const selections = new Selections(schema)
  const { Grant, ...portfolio } = portfolioSchemas(selections)
  return { ...portfolio, Grant, ...selections.objects, ...ENVELOPES, ...PLANTS, Error: ERROR }
}

function portfolioSchemas(selections: Selections) {
  const asset = selections.at(AssetDocument, 'portfolio', 'asset')
  const summary = selections.at(PortfolioSummaryDocument, 'portfolio', 'summary')
  const summaryMembers = {
    client_id: text,
    currency: text,
    ...propertiesOf(summary),
    categories: { type: 'array', items: ref('CategorySummary') },
  }
  return {
    Grant: selections.at(AssetDocument, 'portfolio', 'grant'),
    ...meSchemas(selections),
    Asset: object(
      {
        ...propertiesOf(asset),
        valuations: ref('Valuations'),
        documents: ref('Documents'),
      },
      [...optionalOf(asset), 'valuations', 'documents'],
    ),
    Sync: selections.at(AssetsDocument, 'portfolio', 'assets', 'sync'),
    Valuation: selections.at(AssetValuationsDocument, 'portfolio', 'asset', 'valuations', 'nodes'),
    Document: selections.at(AssetDocumentsDocument, 'portfolio', 'asset', 'documents', 'nodes'),
    Completeness: selections.at(
      AssetDocumentsDocument,
      'portfolio',
      'asset',
      'documents',
      'completeness',
    ),
    Summary: object(summaryMembers, optionalOf(summary)),
  }
}

// A key always has an environment and a firm, which are null for other callers of GraphQL.
function meSchemas(selections: Selections) {
  const grant = propertiesOf(selections.at(MeDocument, 'portfolios', 'nodes', 'grant'))
  const key = propertiesOf(selections.at(MeDocument, 'viewer'))
  const environment: Schema = { type: 'string', enum: ENVIRONMENTS }
  return {
    Key: object({ ...key, environment, firm: ref('Firm') }),
    ClientGrant: object({ client_id: text, ...grant }),
  }
}

const valuations = { data: { type: 'array', items: ref('Valuation') }, ...page }
const documents = {
  data: { type: 'array', items: ref('Document'), maxItems: MAX_DOCUMENTS },
  completeness: ref('Completeness'),
}

const ENVELOPES: Record<string, Schema> = {
  Pagination: object({
    page: { ...count, minimum: 1 },
    page_size: { ...count, minimum: 1 },
    total_count: count,
    total_pages: count,
    has_more: { type: 'boolean' },
  }),
  Links: object({ first: url, prev: url, next: url, last: url }),
  Valuations: object(valuations),
  Documents: object(documents),
  MeBody: object({
    data: { type: 'array', items: ref('ClientGrant') },
    ...page,
    key: ref('Key'),
  }),
  AssetListBody: object({
    data: { type: 'array', items: ref('Asset') },
    ...page,
    sync: ref('Sync'),
    ...grant,
  }),
  AssetBody: object({ data: ref('Asset'), ...grant }),
  ValuationListBody: object({ ...valuations, ...grant }),
  DocumentListBody: object({ ...documents, ...grant }),
  SummaryBody: object({ data: ref('Summary'), ...grant }),
}

const PLANTS: Record<string, Schema> = {
  Plant: object(plant, ['tag']),
  NewPlant: object({ id: int64, ...plant }, ['tag']),
  PlantError: object({ error: { type: 'integer', format: 'int32' }, message: text }),
}

const ERROR = object({
  error: object({
    type: text,
    code: { ...text, enum: ERROR_CODES },
    message: text,
    request_id: text,
  }),
})
