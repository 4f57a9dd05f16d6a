import type { ObjectRef } from '@pothos/core'
import { builder } from './builder.ts'
import type { Connection } from './paging.ts'

/** A page of a list. The whole list is counted only if the operation selects `totalCount`. */
export interface List<Node> extends Connection<Node> {
  readonly count: () => Promise<number>
}

type Types = typeof builder.$inferSchemaTypes

/** The connection type of a list without a total count. */
export function pageType<Node>(name: string, type: ObjectRef<Types, Node, Node>) {
  return builder.connectionObject<typeof type, Connection<Node>>(
    { name, type },
    { name: `${name}Edge` },
  )
}

/** The connection type of a list, with its total count. */
export function listType<Node>(name: string, type: ObjectRef<Types, Node, Node>) {
  return builder.connectionObject<typeof type, List<Node>>(
    {
      name,
      type,
      fields: (t) => ({
        totalCount: t.int({
          description: 'The number of entries in the whole list.',
          resolve: (list) => list.count(),
        }),
      }),
    },
    { name: `${name}Edge` },
  )
}
