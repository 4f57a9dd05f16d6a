import { DEFAULT_PAGE_SIZE, MAX_OFFSET } from '../values/page-size.ts'
import type { Parameters, paging } from './parameters.ts'

/** The page that a request asks for: by number, or after a cursor. */
export type PageQuery = Parameters<typeof paging>

/** The address of a list without its paging parameters. Links to other pages are built from it. */
export interface ListAddress {
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
}

interface ListPage {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly totalCount: number
}

export type Links = Readonly<Record<'first' | 'prev' | 'next' | 'last', string | null>>

const PAGING = ['page', 'page_size', 'cursor']

/** The variables of an operation that reads a page. */
export function pageVariables(query: PageQuery) {
  const first = query.page_size ?? DEFAULT_PAGE_SIZE
  return { first, after: query.cursor ?? null }
}

/** The number of rows before the page. Zero with a cursor, because the cursor already marks where the page starts. */
export function offsetOfPage({
  page = 1,
  page_size = DEFAULT_PAGE_SIZE,
  cursor,
}: PageQuery): number {
  return cursor ? 0 : Math.min((page - 1) * page_size, MAX_OFFSET)
}

/** The members of a body that describe its page and link to others. */
export function describePage(list: ListPage, query: PageQuery, address: ListAddress) {
  const page = query.page ?? 1
  const size = query.page_size ?? DEFAULT_PAGE_SIZE
  const pages = Math.ceil(list.totalCount / size)
  const link = (number: number, cursor?: string | null) =>
    linkTo(address, number, query.page_size, cursor)
  const nextCursor = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null
  const links: Links = {
    first: link(1),
    prev: page > 1 ? link(page - 1) : null,
    next: list.pageInfo.hasNextPage ? link(page + 1, nextCursor) : null,
    last: link(Math.max(1, pages)),
  }
  return {
    pagination: {
      page,
      page_size: size,
      total_count: list.totalCount,
      total_pages: pages,
      has_more: list.pageInfo.hasNextPage,
      next_cursor: nextCursor,
    },
    links,
  }
}

export function linkHeader(links: Links): string {
  return Object.entries(links)
    .filter(([, url]) => url !== null)
    .map(([relation, url]) => `<${url}>; rel="${relation}"`)
    .join(', ')
}

function linkTo(
  address: ListAddress,
  page: number,
  size: number | undefined,
  cursor?: string | null,
): string {
  const others = Object.entries(address.parameters).filter(([name]) => !PAGING.includes(name))
  const query = new URLSearchParams([...others, ['page', String(page)]])
  if (size) query.set('page_size', String(size))
  if (cursor) query.set('cursor', cursor)
  return `${address.path}?${query}`
}
