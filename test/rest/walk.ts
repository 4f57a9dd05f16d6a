import { expect } from 'vitest'
import type { Reply, TestGateway } from '../support/gateway.ts'

const MAX_PAGES = 1000
const ONE_PAGE = { page: 1, page_size: 25, total_pages: 1, has_more: false, next_cursor: null }

/** The pagination of a list of one page. */
export const onePage = (total_count: number) => ({ ...ONE_PAGE, total_count })

/** A body that has to be there. */
export async function read(
  gateway: TestGateway,
  path: string,
  key: string,
): Promise<Reply['json']> {
  const reply = await gateway.request(path, { key })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

/** The titles of the assets of a page. */
export const titlesOf = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

/** The status, ETag and body of each of these addresses, one after the other. */
export async function textsOf(gateway: TestGateway, urls: readonly string[], key: string) {
  const texts: string[] = []
  for (const url of urls) {
    const { status, headers, text } = await gateway.request(url, { key })
    texts.push(`${url} ${status} ${headers.get('ETag')} ${text}`)
  }
  return texts
}

/** Every page of a list, each found by the link of the one before. */
export async function walkByLinks(gateway: TestGateway, path: string, key: string) {
  const pages: Reply['json'][] = []
  for (let next: string | null = path; next !== null; ) {
    const page: Reply['json'] = await read(gateway, next, key)
    expect(pages.push(page)).toBeLessThan(MAX_PAGES)
    next = page.links.next
  }
  return pages
}

/** Every page of a list, found by their numbers until there is no more. */
export async function walkByNumber(gateway: TestGateway, path: string, key: string) {
  const pages: Reply['json'][] = []
  do {
    pages.push(await read(gateway, `${path}&page=${pages.length + 1}`, key))
    expect(pages.length).toBeLessThan(MAX_PAGES)
  } while (pages.at(-1).pagination.has_more)
  return pages
}
