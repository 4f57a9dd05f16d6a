import { graphql } from 'relay-runtime'

/** A list of assets by pages, as a component shows it that loads more. */
export const LIST = graphql`
  query documentsListQuery($clientId: ID!, $first: Int!, $after: String) {
    portfolio(clientId: $clientId) { currency ...documents_list }
  }
`
export const LIST_OF_PORTFOLIO = graphql`
  fragment documents_list on Portfolio {
    assets(first: $first, after: $after) @connection(key: "documents_assets") {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges { node { registryId title ...documents_asset } }
    }
  }
`
export const ASSET = graphql`
  fragment documents_asset on Asset {
    registryId
    valuation { marketValue { amount currency } }
    documentation { completenessScore }
    estate { readiness { score } heirs { name } }
    verification { riskScore scans { scannedAt } }
  }
`

/** The same assets, with other fields of the same blocks, and without the list above. */
export const OTHER_FIELDS = graphql`
  query documentsOtherFieldsQuery($clientId: ID!, $first: Int!) {
    portfolio(clientId: $clientId) {
      summary { assetCount documentation { completenessScore } }
      assets(first: $first) { edges { node {
        registryId
        category
        detail { notes collections { name } }
        valuation { insuranceValue { amount } }
        documentation { documentCount }
        documents(first: 10) { completeness { score } edges { node { title } } }
        estate { readiness { gaps } heirs { sharePercent } shareLinks { label } }
        verification { status scanCount }
      } } }
    }
  }
`
