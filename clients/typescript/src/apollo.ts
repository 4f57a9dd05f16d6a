import type { FieldPolicy, Reference, TypePolicies } from '@apollo/client/cache'
import { relayStylePagination } from '@apollo/client/utilities'
import { CONNECTIONS, VALUES } from './generated/connections.ts'

/**
 * The `typePolicies` of an `InMemoryCache`: the pages of every connection are joined, lists with other arguments stay apart,
 * and values are merged.
 */
export const typePolicies: TypePolicies = {
  ...Object.fromEntries(VALUES.map((name) => [name, { merge: true }])),
  ...Object.fromEntries(
    Object.entries(CONNECTIONS).map(([type, fields]) => [type, { fields: policiesOf(fields) }]),
  ),
}

function policiesOf(fields: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, args]) => [name, pagesOf(args)]))
}

interface Nodes {
  readonly nodes?: readonly Reference[]
}

// `relayStylePagination` joins pages by their `edges`, and of `nodes` it shows the last page only.
function pagesOf(keyArgs: readonly string[]): FieldPolicy {
  const pages: FieldPolicy = relayStylePagination([...keyArgs])
  const { merge } = pages
  if (typeof merge !== 'function') return pages
  return {
    ...pages,
    merge(existing: Nodes | null | undefined, incoming: Nodes | null, options) {
      // The grant does not show this list.
      if (incoming === null) return null
      const merged = merge(existing ?? undefined, incoming, options)
      if (!incoming.nodes) return merged
      const added = new Set(incoming.nodes.map(({ __ref }) => __ref))
      const before = options.args?.after ? (existing?.nodes ?? []) : []
      const kept = before.filter(({ __ref }) => !__ref || !added.has(__ref))
      return { ...merged, nodes: [...kept, ...incoming.nodes] }
    },
  }
}
