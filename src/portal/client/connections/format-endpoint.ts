import { findLabel } from '../../words/format.ts'

const ENDPOINTS: Readonly<Record<string, string>> = {
  'GET /api/v1/assets': 'Asset list',
  'GET /api/v1/assets/{id}': 'Single assets',
  'GET /api/v1/assets/{id}/valuations': 'Value history',
  'GET /api/v1/assets/{id}/documents': 'Document list',
  'GET /api/v1/portfolio/summary': 'Portfolio summary',
  'POST /graphql': 'GraphQL query',
  'GET /graphql': 'GraphQL query',
}

/** The label of an endpoint; an unknown endpoint stays as it is. */
export function formatEndpoint(endpoint: string): string {
  return findLabel(ENDPOINTS, endpoint) ?? endpoint
}
