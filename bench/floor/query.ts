import type { Access } from './access.ts'

const CONDITIONS: Readonly<Record<string, (values: string) => string>> = {
  category: (values) => `a.category = ANY (${values}::category[])`,
  items: (values) => `a.registry_id = ANY (${values}::text[])`,
  collection: (values) => `EXISTS (SELECT FROM collection_items i WHERE i.client_id = a.client_id
    AND i.registry_id = a.registry_id AND i.collection_id = ANY (${values}::text[]))`,
}

/** The SQL condition for asset `a` to be within the grant; appends its values to `values`. */
export function grantCondition(
  { clientId, filter }: Pick<Access, 'clientId' | 'filter'>,
  values: unknown[],
): string {
  const client = `a.client_id = $${values.push(clientId)}`
  if (filter.type === 'all') return client
  const condition = CONDITIONS[filter.type]
  if (!condition) throw new Error(`The floor has no filter ${filter.type}.`)
  return `${client} AND ${condition(`$${values.push(filter.values)}`)}`
}
