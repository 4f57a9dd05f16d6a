import type { Scope } from '../../src/access/scopes.ts'
import { snakeCase } from '../support/words.ts'
import { ASSET } from './asset.table.ts'
import { lists, PORTAL } from './portal.table.ts'

type Table = Readonly<Record<string, Readonly<Partial<Record<Scope, string>>>>>

/**
 * Every field of a portfolio, by its type and the scope that shows it. A field that is not here
 * fails the tests: a new one has to be added here with its scope.
 */
export const VISIBILITY: Table = {
  Portfolio: {
    registry: 'id client environment currency grant assets asset summary',
    valuation: 'valueHistory valuesAt',
    documentation: 'expiringDocuments',
  },
  Client: { registry: 'id name' },
  Grant: { registry: 'id version scopes assetFilter expiresAt reference connectedAt' },

  PortfolioAssetsConnection: { registry: 'edges nodes pageInfo totalCount sync' },
  PortfolioAssetsConnectionEdge: { registry: 'cursor node' },
  Sync: { registry: 'mode complete asOf removed' },
  Removal: { registry: 'registryId removedAt' },
  PageInfo: {
    registry: 'hasNextPage hasPreviousPage startCursor endCursor',
    valuation: 'hasNextPage hasPreviousPage startCursor endCursor',
    documentation: 'hasNextPage hasPreviousPage startCursor endCursor',
  },

  Asset: ASSET,
  AssetValuation: { valuation: 'id marketValue purchasePrice insuranceValue valuedAt' },
  Money: { valuation: 'amount currency' },
  AssetValuationsConnection: { valuation: 'edges nodes pageInfo totalCount' },
  AssetValuationsConnectionEdge: { valuation: 'cursor node' },
  Valuation: { valuation: 'id value source valuedAt' },
  ValuePoint: { valuation: 'at value valuedAssetCount' },
  PortfolioValue: { valuation: 'at value valuedAssetCount categories' },
  CategoryValue: { valuation: 'category value valuedAssetCount' },

  AssetDetail: { detail: 'id description notes seller storageLocation collections' },
  Collection: { detail: 'id name' },

  AssetDocumentation: { documentation: 'id documentCount completenessScore' },
  AssetDocumentsConnection: {
    documentation: 'edges nodes pageInfo totalCount completeness',
  },
  AssetDocumentsConnectionEdge: { documentation: 'cursor node' },
  Document: { documentation: 'id type title issuer issuedOn expiresOn fileSize' },
  PortfolioExpiringDocumentsConnection: { documentation: 'edges nodes pageInfo totalCount' },
  PortfolioExpiringDocumentsConnectionEdge: { documentation: 'cursor node' },
  ExpiringDocument: { documentation: 'id registryId assetTitle document' },
  Completeness: { documentation: 'id score recommended present missing' },

  AssetEstate: { estate: 'id heirs shareLinks readiness' },
  Heir: { estate: 'id name relationship sharePercent' },
  ShareLink: { estate: 'id label createdAt expiresAt revokedAt' },
  EstateReadiness: { estate: 'id score gaps' },

  AssetVerification: { verification: 'id status riskScore tamperState scanCount scans' },
  Scan: { verification: 'id scannedAt method result' },

  PortfolioSummary: {
    registry: 'id asOf digest assetCount categories',
    valuation: 'totalValue valuedAssetCount',
    documentation: 'documentation',
  },
  CategorySummary: { registry: 'id category assetCount', valuation: 'totalValue' },
  SummaryDocumentation: { documentation: 'id completenessScore' },
}

// The types of the detail of each category, which the scope `category_detail` shows.
const CATEGORY_DETAIL: Readonly<Record<string, string>> = {
  PreciousMetalsDetail: 'metal form purity grossWeightG mint serialNumber',
  WatchesDetail: 'brand model reference serialNumber year movement caseMaterial box papers',
  JewelryDetail: 'kind brand metal purity stones',
  GemstonesDetail: 'stone carat cut color clarity certification',
  ArtDetail: 'creators date medium dimensions edition signed',
  AntiquesDetail: 'maker period origin material dimensions',
  CoinsDetail: 'country denomination year mint metal grade gradingService certificationNumber',
  WineDetail: 'producer vintage region varietal bottleSizeMl bottles',
  VehiclesDetail: 'make model year vin mileageKm engine',
  BooksDetail: 'author publisher year edition language',
  MusicalInstrumentsDetail: 'maker model year serialNumber',
  FashionDetail: 'brand model size material year',
  CollectiblesDetail: 'maker series year grade',
  RealEstateDetail: 'address country areaM2 yearBuilt tenure',
  OtherDetail: 'attributes',
}
const OF_DETAILS = {
  AssetStone: 'stone carat cut color clarity',
  AssetCertification: 'lab number',
  Attribute: 'name value',
}

/** The fields of the detail of each category, with those of the interface. */
export const CATEGORY_FIELDS: readonly string[] = [
  ...Object.entries(CATEGORY_DETAIL).map(([type, own]) => [type, `category members ${own}`]),
  ...Object.entries(OF_DETAILS),
].flatMap(([type, fields = '']) => fields.split(' ').map((field) => `${type}.${field}`))

/** The fields outside portfolios: the caller, the plant store, the portal, and the root fields. */
export const OF_NO_PORTFOLIO: Readonly<Record<string, string>> = {
  ...PORTAL,
  Query: `viewer portfolio portfolios portfolioTotals changes newestChanges expiringDocuments plants connection endedGrants platformFigures portfolioFigures ${PORTAL.Query}`,
  Mutation: `createPlant deletePlant ${PORTAL.Mutation}`,
  Viewer: 'kind id name firm environment tier requestsPerMinute scopes tokenScopes version person',
  PortfolioTotals: 'portfolioCount currencies completenessScore hasMore nextCursor',
  CurrencyTotals:
    'currency portfolioCount assetCount valuedPortfolioCount valuedAssetCount totalValue categories',
  CategoryTotals:
    'category portfolioCount assetCount valuedPortfolioCount valuedAssetCount totalValue',
  ClientDocument: 'id documentId clientId clientName registryId assetTitle type title expiresOn',
  Changes: 'mode nodes nextCursor hasMore',
  Change: 'id type at clientId grant reference reason effect deletionRequested',
  ChangedGrant: 'id grantId version',
  ...lists('edges nodes pageInfo totalCount', 'QueryPortfolios QueryEndedGrants QueryPlants'),
  ...lists(
    'edges nodes pageInfo',
    'QueryExpiringDocuments QueryPortfolioFigures QueryPlatformFigures',
  ),
  ConnectionOutcome: 'id linkId reference state clientId grant',
  ConnectedGrant: 'id grantId version',
  EndedGrant:
    'id grantId clientId version scopes assetFilter expiresAt reference connectedAt reason endedAt deletionRequested deletionAnswer',
  Plant: 'id name tag',
  PortfolioFigures:
    'id currency category firmId firmName assetCount marketValue valuedPercent completenessPercent',
  PlatformDay: 'id day served errors webhookAttempts firms keys grants',
  PlatformCount: 'name count underFive',
}

/** The members of an asset that REST shows, by the scope that shows them. */
export const REST_ASSET: Readonly<Record<Scope, readonly string[]>> = {
  registry: ASSET.registry.split(' ').map(snakeCase),
  valuation: ['valuation'],
  detail: ['detail'],
  category_detail: ['category_detail'],
  documentation: ['documentation'],
  estate: ['estate'],
  verification: ['verification'],
}

/** The same for the members of a summary over REST. */
export const REST_SUMMARY: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  registry: ['client_id', 'currency', 'as_of', 'digest', 'asset_count', 'categories'],
  valuation: ['total_value', 'valued_asset_count'],
  documentation: ['documentation'],
}
