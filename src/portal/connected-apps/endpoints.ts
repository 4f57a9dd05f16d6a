const ENDPOINTS: Readonly<Record<string, string>> = {
  'GET /api/v1/assets': 'The list of assets',
  'GET /api/v1/assets/{id}': 'Single assets',
  'GET /api/v1/assets/{id}/valuations': 'The history of values',
  'GET /api/v1/assets/{id}/documents': 'The list of documents',
  'GET /api/v1/portfolio/summary': 'The summary of the portfolio',
  'POST /graphql': 'A query over GraphQL',
  'GET /graphql': 'A query over GraphQL',
}

/** What an endpoint gives; one that is not known here is shown as it is. */
export function endpointInWords(endpoint: string): string {
  return ENDPOINTS[endpoint] ?? endpoint
}
