import { invalidParameter } from '../errors.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page-size.ts'

/** The page that a request asks for: `first` rows after a cursor, or for REST after an offset. */
export interface PageRequest {
  readonly first: number
  readonly after: string | null
  readonly offset: number
}

export interface PageArgs {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** The page of the arguments. Throws `invalid_parameter` for a size outside 1–`maxSize`. */
export function parsePageRequest(args: PageArgs, maxSize = MAX_PAGE_SIZE, offset = 0): PageRequest {
  const first = args.first ?? DEFAULT_PAGE_SIZE
  if (first < 1 || first > maxSize) throw invalidParameter(`first takes 1 to ${maxSize}.`)
  return { first, after: args.after ?? null, offset }
}

export interface Edge<Node> {
  readonly cursor: string
  readonly node: Node
}

/** A page of a list, in the form of the schema's connections. */
export interface Connection<Node> {
  readonly edges: Edge<Node>[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

type CursorOf<Row> = (row: Row) => string

/**
 * The connection of up to `first + 1` rows. The extra one shows, without a count, that another page follows. Without
 * `nodeOf`, the rows are the nodes.
 */
export function createConnection<Row>(
  rows: readonly Row[],
  page: PageRequest,
  cursorOf: CursorOf<Row>,
): Connection<Row>
export function createConnection<Row, Node>(
  rows: readonly Row[],
  page: PageRequest,
  cursorOf: CursorOf<Row>,
  nodeOf: (row: Row) => Node,
): Connection<Node>
export function createConnection<Row>(
  rows: readonly Row[],
  page: PageRequest,
  cursorOf: CursorOf<Row>,
  nodeOf: (row: Row) => unknown = (row) => row,
): Connection<unknown> {
  const edges = rows.slice(0, page.first).map((row) => new RowEdge(row, cursorOf, nodeOf(row)))
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > page.first,
      hasPreviousPage: page.after !== null || page.offset > 0,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/**
 * An entry of a page. Most requests select only nodes, so the cursor is written when it is first read. It is a class
 * because V8 makes a new shape for each literal with a getter.
 */
export class RowEdge<Row, Node> implements Edge<Node> {
  readonly #row: Row
  readonly #cursorOf: (row: Row) => string
  #cursor: string | undefined
  readonly node: Node

  constructor(row: Row, cursorOf: (row: Row) => string, node: Node) {
    this.#row = row
    this.#cursorOf = cursorOf
    this.node = node
  }

  get cursor(): string {
    this.#cursor ??= this.#cursorOf(this.#row)
    return this.#cursor
  }
}
