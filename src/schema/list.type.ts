import type { ArgBuilder, ObjectRef } from '@pothos/core'
import {
  countListed,
  type ListOrder,
  type ListRange,
  type RowList,
  readOrdered,
} from '../database/ordered.reads.ts'
import { groupBy } from '../values/group-by.ts'
import type { IdNoun } from '../values/ids.ts'
import { parseInstant } from '../values/instant.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page-size.ts'
import { builder, type Context, poolOf, type Types } from './builder.ts'
import { type Bound, cursorsOf, idMember } from './list-cursors.ts'
import type { PageLoaders } from './page-loaders.ts'
import { type Connection, createConnection, type PageRequest } from './paging.ts'

/** A page of a list, which is counted only if the operation selects `totalCount`. */
export interface List<Node> extends Connection<Node> {
  readonly count: () => Promise<number>
  /** The count, once it was asked for: aliases of `totalCount` share it. */
  total?: Promise<number>
}

export type Arg = ArgBuilder<Types>

/** The connection type of a list without a total count. */
export function pageType<Node>(name: string, type: ObjectRef<Types, Node, Node>) {
  return builder.connectionObject<typeof type, Connection<Node>>(
    { name, type },
    { name: `${name}Edge` },
  )
}

export function listType<Node>(
  name: string,
  type: ObjectRef<Types, Node, Node>,
  description = 'The number of entries in the whole list.',
) {
  return builder.connectionObject<typeof type, List<Node>>(
    {
      name,
      type,
      fields: (t) => ({
        totalCount: t.int({ description, resolve: (list) => (list.total ??= list.count()) }),
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

/** A list of rows of one table below each object of a page. */
interface ListBelow<Row, Node> {
  readonly rows: RowList
  readonly noun: IdNoun
  /** The cursors of one parent are bound to this: the name of the list, the parent, and all arguments but the page. */
  readonly bound: (parentId: string) => readonly [name: string, ...Bound[]]
  /** The rows with these ids, without those that the caller may not see. */
  readonly read: (ids: readonly string[], parentIds: readonly string[]) => Promise<readonly Row[]>
  readonly toNode: (row: Row) => Node
}

export interface Parent {
  readonly id: string
  readonly loaders: PageLoaders
}

/**
 * A page of the list of one parent, read and counted together with those of all parents that share the loaders. Throws
 * `invalid_parameter` for a cursor of another list.
 */
export async function listBelow<Row extends { readonly id: string }, Node>(
  { id, loaders }: Parent,
  page: PageRequest,
  context: Context,
  list: ListBelow<Row, Node>,
): Promise<List<Node>> {
  const { rows, noun, bound } = list
  const cursors = cursorsOf(context, ...bound(id))
  const after = cursors.read(page.after, ...membersOf(rows.order, noun))
  const range = { limit: page.first + 1, after }
  const name = JSON.stringify(bound(''))
  const listed = await loaders.load(`${name} ${JSON.stringify(range)}`, id, (parentIds) =>
    readPages(list, parentIds, range, context),
  )
  const readCounts = (parentIds: readonly string[]) =>
    countListed(poolOf(context), rows, parentIds, context.request.now)
  const count = async () => (await loaders.load(`${name} count`, id, readCounts)) ?? 0
  const connection = createConnection(
    listed ?? [],
    page,
    ({ position }) => cursors.write(position),
    ({ node }) => node,
  )
  return { ...connection, count }
}

const MEMBERS = {
  timestamptz: parseInstant,
  boolean: /^(true|false)$/,
  text: /^[^\0]{0,1000}$/s,
} as const

/** The members of the cursors of a list in this order. */
export function membersOf({ columns }: ListOrder, noun: IdNoun) {
  return [...columns.map(({ type }) => MEMBERS[type]), idMember(noun)]
}

// The same page for each parent, by parent id.
async function readPages<Row extends { readonly id: string }, Node>(
  { rows, read, toNode }: ListBelow<Row, Node>,
  parentIds: readonly string[],
  range: ListRange,
  context: Context,
) {
  const listed = await readOrdered(poolOf(context), rows, parentIds, range, context.request.now)
  const seen = await read(
    listed.map(({ id }) => id),
    parentIds,
  )
  const nodes = new Map(seen.map((row) => [row.id, toNode(row)]))
  const found = listed.flatMap(({ id, parent, position }) => {
    const node = nodes.get(id)
    return node === undefined ? [] : [{ node, parent, position }]
  })
  return groupBy(found, ({ parent }) => parent)
}
