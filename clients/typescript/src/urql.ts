import type { Resolver } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { CONNECTIONS, VALUES } from './generated/connections.ts'

type Resolvers = Record<string, Record<string, Resolver>>

const pages = relayPagination()

// Asked without arguments, `pages` finds nothing, and neither a list that the grant does not show.
const connection: Resolver = (parent, args, cache, info) => {
  const isWhole = Object.keys(args).length === 0
  const stored = cache.resolve(info.parentKey, info.fieldName, isWhole ? undefined : args)
  return isWhole || stored === null ? stored : pages(parent, args, cache, info)
}

/** The `resolvers` of Graphcache: the pages of every connection are joined, and lists with other arguments stay apart. */
export const resolvers: Resolvers = Object.fromEntries(
  Object.entries(CONNECTIONS).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.keys(fields).map((name) => [name, connection])),
  ]),
)

/** The `keys` of Graphcache: which types are values, without an id. */
export const keys: Record<string, () => null> = Object.fromEntries(
  VALUES.map((name) => [name, () => null]),
)
