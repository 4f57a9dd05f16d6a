import type { ArgBuilder, ObjectRef } from '@pothos/core'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page-size.ts'
import { builder } from './builder.ts'
import type { Connection } from './paging.ts'

/** A page of a list. The whole list is counted only if the operation selects `totalCount`. */
export interface List<Node> extends Connection<Node> {
  readonly count: () => Promise<number>
}

type Types = typeof builder.$inferSchemaTypes

export type Arg = ArgBuilder<Types>

/** The connection type of a list without a total count. */
export function pageType<Node>(name: string, type: ObjectRef<Types, Node, Node>) {
  return builder.connectionObject<typeof type, Connection<Node>>(
    { name, type },
    { name: `${name}Edge` },
  )
}

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

/** The arguments of a list. There is no `before`, `last` or offset: a list is read forward, by cursor. */
export function pageArgs(arg: Arg, max = MAX_PAGE_SIZE) {
  return {
    first: arg.int({
      description: `The number of entries: 1 to ${max}, ${DEFAULT_PAGE_SIZE} by default.`,
    }),
    after: arg.string({
      description: 'The cursor of the entry that the page comes after, such as pageInfo.endCursor.',
    }),
  }
}
