import { CHANGE_TIMES } from '../modules/assets/change-times.ts'
import { MAX_DOCUMENTS } from '../values/page-size.ts'
import type { Check } from './finding.ts'

const times = CHANGE_TIMES.map((column) => `a.${column}`).join(', ')

export const ASSET_CHECKS: readonly Check[] = [
  {
    name: 'updated_at',
    message: 'updated_at is not the newest time of a scope',
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a WHERE a.updated_at <> greatest(${times})`,
  },
  {
    name: 'time_after_portfolio',
    message: 'a time of change is later than the latest change of the portfolio',
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a JOIN portfolios p USING (client_id)
       WHERE greatest(${times}) > p.changed_at`,
  },
  {
    name: 'time_before_portfolio',
    message: 'a time of change is earlier than the portfolio',
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a JOIN portfolios p USING (client_id)
       WHERE least(${times}) < p.created_at`,
  },
  {
    name: 'documents',
    message: 'document_count or document_types differ from the documents',
    violations: `
      SELECT a.client_id, a.registry_id
        FROM assets a
        LEFT JOIN (SELECT client_id, registry_id, count(*) AS total, array_agg(DISTINCT type ORDER BY type) AS types
                     FROM documents GROUP BY client_id, registry_id) d USING (client_id, registry_id)
       WHERE (a.document_count, a.document_types) IS DISTINCT FROM (coalesce(d.total, 0), coalesce(d.types, '{}'))`,
  },
  {
    name: 'too_many_documents',
    message: `it has more than ${MAX_DOCUMENTS} documents`,
    violations: `
      SELECT client_id, registry_id FROM documents
       GROUP BY client_id, registry_id HAVING count(*) > ${MAX_DOCUMENTS}`,
  },
  {
    name: 'followed_value',
    message: 'market_value or valued_at differ from the newest valuation, which they follow',
    violations: `
      SELECT a.client_id, a.registry_id
        FROM assets a
        LEFT JOIN (SELECT DISTINCT ON (client_id, registry_id) client_id, registry_id, value, valued_at
                     FROM valuations ORDER BY client_id, registry_id, valued_at DESC, source DESC) v
             USING (client_id, registry_id)
       WHERE a.value_follows AND (a.market_value, a.valued_at) IS DISTINCT FROM (v.value, v.valued_at)`,
  },
  {
    name: 'value_date',
    message: 'market_value has no valued_at, although there is a valuation of that value',
    violations: `
      SELECT a.client_id, a.registry_id FROM assets a
       WHERE NOT a.value_follows AND a.valued_at IS NULL
         AND EXISTS (SELECT FROM valuations v WHERE v.client_id = a.client_id
                      AND v.registry_id = a.registry_id AND v.value = a.market_value)`,
  },
  {
    name: 'collection_joined',
    ids: ['registry_id', 'collection_id'],
    message: 'it joined a collection later than its detail changed',
    violations: `
      SELECT i.client_id, i.registry_id, i.collection_id
        FROM collection_items i JOIN assets a USING (client_id, registry_id)
       WHERE i.added_at > a.detail_at`,
  },
]
