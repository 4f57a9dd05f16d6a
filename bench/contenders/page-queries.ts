// The page of 25 assets with all blocks, as a query for each GraphQL contender.

export const ORANGERY_PAGE = `query Page($clientId: ID!) {
  portfolio(clientId: $clientId) {
    currency
    grant { id version scopes assetFilter expiresAt }
    assets(first: 25) {
      nodes {
        id registryId title category quantity createdAt updatedAt
        valuation { marketValue { amount currency } purchasePrice { amount currency } insuranceValue { amount currency } valuedAt }
        detail { description notes seller storageLocation collections { id name } }
        categoryDetail { members }
        documentation { documentCount completenessScore }
        estate { heirs { name relationship sharePercent } shareLinks { id label createdAt expiresAt revokedAt } readiness { score gaps } }
        verification { status riskScore tamperState scans { scannedAt method result } }
      }
      pageInfo { hasNextPage endCursor }
      totalCount
      sync { asOf removed { registryId removedAt } }
    }
  }
}`

export const POSTGRAPHILE_PAGE = `query Page($clientId: String!) {
  portfolioByClientId(clientId: $clientId) { currency changedAt }
  allAssets(first: 25, orderBy: [REGISTRY_ID_ASC]) {
    nodes {
      rowId registryId title category quantity createdAt updatedAt
      marketValue purchasePrice insuranceValue valuedAt
      description notes seller storageLocation
      collectionItemsByClientIdAndRegistryId { nodes { collectionByClientIdAndCollectionId { rowId name } } }
      categoryDetail
      documentCount documentTypes
      heirsByClientIdAndRegistryId { nodes { name relationship sharePercent } }
      shareLinksByClientIdAndRegistryId { nodes { rowId label createdAt expiresAt revokedAt } }
      readinessScore readinessGaps
      verificationStatus riskScore tamperState
      scansByClientIdAndRegistryId(first: 10, orderBy: [SCANNED_AT_DESC]) { nodes { scannedAt method result } }
    }
    pageInfo { hasNextPage endCursor }
    totalCount
  }
}`

export const PLAIN_PAGE = `query Page($clientId: String!) {
  assets(clientId: $clientId, page: 1, pageSize: 25) {
    currency
    asOf
    nodes {
      id registryId title category quantity createdAt updatedAt
      valuation { marketValue purchasePrice insuranceValue valuedAt }
      detail { description notes seller storageLocation collections { collection { id name } } }
      categoryDetail
      documentation { documentCount documentTypes }
      estate { heirs { name relationship sharePercent } shareLinks { id label createdAt expiresAt revokedAt } readinessScore readinessGaps }
      verification { status riskScore tamperState scans { scannedAt method result } }
    }
    totalCount
  }
}`
