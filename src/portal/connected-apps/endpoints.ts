const ENDPOINTS: Readonly<Record<string, string>> = {
  'GET /api/v1/assets': 'Asset list',
  'GET /api/v1/assets/{id}': 'Single assets',
  'GET /api/v1/assets/{id}/valuations': 'Value history',
  'GET /api/v1/assets/{id}/documents': 'Document list',
  'GET /api/v1/portfolio/summary': 'Portfolio summary',
  'POST /graphql': 'GraphQL query',
  'GET /graphql': 'GraphQL query',
}

/** What an endpoint gives; one that is not known here is shown as it is. */
export function endpointInWords(endpoint: string): string {
  return ENDPOINTS[endpoint] ?? endpoint
}
