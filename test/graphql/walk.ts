import { expect } from 'vitest'
import type { Reply, TestGateway } from '../support/gateway.ts'

const MAX_PAGES = 100

/** A page of a list: its nodes, their cursors, and where it continues. */
export interface ListPage {
  readonly nodes: Reply['json'][]
  readonly edges: { readonly cursor: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly endCursor: string | null
  }
}

/** A list by its arguments. */
export type ReadList = (args: string) => Promise<ListPage>

/** A list at the end of a path of fields with their arguments: `{ portfolio(…) { assets`. `node`: the fields of its nodes. */
export function listAt(
  gateway: TestGateway,
  key: string,
  path: readonly string[],
  node: string,
): ReadList {
  return async (args) => {
    const list = `${args} { nodes { ${node} } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } }`
    const { json } = await gateway.graphql(
      `{ ${path.join(' { ')}${list}${' }'.repeat(path.length)}`,
      { key },
    )
    expect(json.errors).toBeUndefined()
    return path.reduce((value, step) => value[/^\w+/.exec(step)?.[0] ?? ''], json.data)
  }
}

/** All pages of a list, each found by the cursor before it. */
export async function walkPages<Page extends Pick<ListPage, 'nodes' | 'pageInfo'>>(
  read: (after: string | null) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  for (let after: string | null = null; pages.length < MAX_PAGES; ) {
    const page: Page = await read(after)
    pages.push(page)
    if (!page.pageInfo.hasNextPage) return pages
    after = page.pageInfo.endCursor
  }
  throw new Error('The walk does not end')
}

/** All pages of a list that is read by its arguments. */
export const walkByCursor = (read: ReadList, size: number, more = '') =>
  walkPages((after) =>
    read(`(first: ${size}${after === null ? '' : `, after: "${after}"`}${more})`),
  )
