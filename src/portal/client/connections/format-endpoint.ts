import { t } from '../../i18n/text.ts'
import { findLabel } from '../../words/format.ts'

const ENDPOINTS: Readonly<Record<string, string>> = {
  'GET /api/v1/assets': t('Asset list'),
  'GET /api/v1/assets/{id}': t('Single assets'),
  'GET /api/v1/assets/{id}/valuations': t('Value history'),
  'GET /api/v1/assets/{id}/documents': t('Document list'),
  'GET /api/v1/portfolio/summary': t('Portfolio summary'),
  'POST /graphql': t('GraphQL query'),
  'GET /graphql': t('GraphQL query'),
}

/** The label of an endpoint; an unknown endpoint stays as it is. */
export function formatEndpoint(endpoint: string): string {
  return findLabel(ENDPOINTS, endpoint) ?? endpoint
}
