import { schema } from '../../graphql/schema.ts'
import { MAX_DOCUMENTS, MAX_PAGE_SIZE } from '../../values/page-size.ts'
import {
  AssetDocument,
  AssetDocumentsDocument,
  AssetsDocument,
  AssetValuationsDocument,
  MeDocument,
  PortfolioSummaryDocument,
} from '../operations/generated/graphql.ts'
import { PAGE_SCHEMAS } from './page.ts'
import { PLANT_SCHEMAS } from './plants.ts'
import { described, object, optionalOf, present, propertiesOf, ref, type Schema } from './schema.ts'
import { Selections } from './selection.ts'

const CLIENT_ID = described(
  { type: 'string', pattern: '^[\\w-]+$', minLength: 1, maxLength: 64 },
  'The user id of the client.',
)
const grant = {
  grant: described(ref('Grant'), 'The grant by which this was read: why members are absent.'),
}
const paged = {
  pagination: described(ref('Pagination'), 'Which page this is, and how many there are.'),
  links: described(ref('Links'), 'The other pages of the list.'),
}

/** The schema of every success body, by name. */
export function bodySchemas(): Record<string, Schema> {
  const selections = new Selections(schema)
  const portfolio = portfolioSchemas(selections)
  return { ...portfolio, ...selections.named, ...PAGE_SCHEMAS, ...ENVELOPES, ...PLANT_SCHEMAS }
}

function portfolioSchemas(selections: Selections): Record<string, Schema> {
  const asset = selections.at(AssetDocument, 'registry', 'portfolio', 'asset')
  const valuation = ['portfolio', 'asset', 'valuations', 'nodes']
  const documents = ['portfolio', 'asset', 'documents']
  return {
    Grant: selections.at(AssetDocument, null, 'portfolio', 'grant'),
    ...meSchemas(selections),
    Asset: object(
      {
        ...propertiesOf(asset),
        valuations: described(
          ref('Valuations'),
          'The first page of its valuations, newest first. Present with `include=valuations`. Scope: valuation.',
        ),
        documents: described(
          ref('Documents'),
          'All of its documents, newest first. Present with `include=documents`. Scope: documentation.',
        ),
      },
      [...optionalOf(asset), 'valuations', 'documents'],
    ),
    Sync: selections.at(AssetsDocument, 'registry', 'portfolio', 'assets', 'sync'),
    Valuation: selections.at(AssetValuationsDocument, 'registry', ...valuation),
    Document: selections.at(AssetDocumentsDocument, 'registry', ...documents, 'nodes'),
    Completeness: selections.at(AssetDocumentsDocument, 'registry', ...documents, 'completeness'),
    Summary: summarySchema(selections),
  }
}

function summarySchema(selections: Selections): Schema {
  // This uses separate selections: the other fields of the portfolio are not in the body, so their types must not be
  // added to the named schemas.
  const portfolio = new Selections(schema).at(PortfolioSummaryDocument, 'registry', 'portfolio')
  const summary = selections.at(PortfolioSummaryDocument, 'registry', 'portfolio', 'summary')
  const { currency = {} } = propertiesOf(portfolio)
  return object({ client_id: CLIENT_ID, currency, ...propertiesOf(summary) }, optionalOf(summary))
}

// A key always has an environment and a firm, which are null for other callers of GraphQL.
function meSchemas(selections: Selections): Record<string, Schema> {
  const grantMembers = propertiesOf(selections.at(MeDocument, null, 'portfolios', 'nodes', 'grant'))
  const viewer = propertiesOf(selections.at(MeDocument, null, 'viewer'))
  const { id = {}, name = {}, environment = {}, tier = {}, scopes = {}, firm = {} } = viewer
  return {
    Key: object({
      id: described(id, 'key_ and a ULID. It is not secret.'),
      name: described(name, 'The name that the firm gave it.'),
      environment: described(present(environment), 'It reads portfolios of this environment only.'),
      tier: described(tier, 'Its limit of requests in a minute.'),
      scopes: described(scopes, 'The most that a grant to it can show.'),
      firm: described(present(firm), 'The firm that it belongs to.'),
    }),
    ClientGrant: object({ client_id: CLIENT_ID, ...grantMembers }),
  }
}

function list(name: string, description: string, maxItems = MAX_PAGE_SIZE): Schema {
  return { type: 'array', items: ref(name), maxItems, description }
}

const valuations = { data: list('Valuation', 'The valuations, newest first.'), ...paged }
const documents = {
  data: list('Document', 'All documents of the asset, newest first.', MAX_DOCUMENTS),
  completeness: described(
    ref('Completeness'),
    'How much of the recommended documentation is present.',
  ),
}

const ENVELOPES: Record<string, Schema> = {
  Valuations: object(valuations),
  Documents: object(documents),
  MeBody: object({
    data: list('ClientGrant', 'The live grants to the key, by client id: one for each client.'),
    ...paged,
    key: described(ref('Key'), 'The key that made the request.'),
  }),
  AssetListBody: object({
    data: list('Asset', 'The assets of the page. Together with `sync.removed` they fill it.'),
    ...paged,
    sync: described(ref('Sync'), 'How the walk keeps a mirror current.'),
    ...grant,
  }),
  AssetBody: object({ data: described(ref('Asset'), 'The asset.'), ...grant }),
  ValuationListBody: object({ ...valuations, ...grant }),
  DocumentListBody: object({ ...documents, ...grant }),
  SummaryBody: object({ data: described(ref('Summary'), 'The totals.'), ...grant }),
}
