import { expect, test } from 'vitest'
import { PageChain } from '../../src/portal/data/page-chain.ts'
import { testTable } from '../support/test-table.ts'

interface Page {
  readonly ids: readonly string[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

const SIZE = 2

/** A server with a list, whose cursors are the ids, and a cache that tells of changes. */
class Server {
  ids: readonly string[]
  fails = false
  readonly asked: (string | null)[] = []
  readonly #watchers = new Map<() => void, string | null>()

  constructor(...ids: readonly string[]) {
    this.ids = ids
  }

  get watched(): readonly (string | null)[] {
    return [...this.#watchers.values()]
  }

  chain(first?: Page): PageChain<Page, string> {
    return new PageChain<Page, string>(
      (after, onChange) => {
        this.asked.push(after)
        const tell = () =>
          onChange(
            this.fails
              ? { error: 'failed', stale: false }
              : { data: this.page(after), stale: false },
          )
        this.#watchers.set(tell, after)
        tell()
        return () => void this.#watchers.delete(tell)
      },
      ({ pageInfo }) => pageInfo,
      first,
    )
  }

  page(after: string | null): Page {
    const start = after === null ? 0 : this.ids.findIndex((id) => id > after)
    const from = start < 0 ? this.ids.length : start
    const ids = this.ids.slice(from, from + SIZE)
    const hasNextPage = from + SIZE < this.ids.length
    return { ids, pageInfo: { hasNextPage, endCursor: ids.at(-1) ?? null } }
  }

  change(...ids: readonly string[]): void {
    this.ids = ids
    for (const tell of [...this.#watchers.keys()]) tell()
  }
}

const shown = (chain: PageChain<Page, string>) =>
  chain.snapshot().parts.map(({ ids }) => ids.join(''))

function open(server: Server, pages = 1) {
  const chain = server.chain()
  const close = chain.subscribe(() => {})
  for (let page = 1; page < pages; page++) chain.more()
  return { chain, close }
}

testTable([
  ['an entry is removed', ['a', 'c', 'd', 'e'], ['ac', 'de']],
  ['an entry is added in front', ['0', 'a', 'b', 'c', 'd', 'e'], ['0a', 'bc']],
  ['most are removed', ['e'], ['e']],
  ['all are removed', [], ['']],
])('each page follows the one before as it is now', (_, ids, expected) => {
  const server = new Server('a', 'b', 'c', 'd', 'e')
  const { chain } = open(server, 2)
  server.change(...ids)
  expect(shown(chain)).toEqual(expected)
  expect(server.watched.length).toBe(expected.length)
})

test('a page that fails keeps what was shown, and is read again', () => {
  const server = new Server('a', 'b', 'c', 'd', 'e')
  const { chain } = open(server)
  server.fails = true
  chain.more()
  expect(chain.snapshot()).toMatchObject({ error: 'failed', hasMore: true, isLoadingMore: false })
  expect(shown(chain)).toEqual(['ab'])
  server.fails = false
  chain.retry()
  expect(chain.snapshot().error).toBeUndefined()
  expect(shown(chain)).toEqual(['ab', 'cd'])
})

test('where a page ends elsewhere, the later ones are read one after the other, and stay shown until then', () => {
  const server = new Server('a', 'b', 'c', 'd', 'e', 'f', 'g')
  const watches: { after: string | null; answer: () => void; isOpen: boolean }[] = []
  const chain = new PageChain<Page, string>(
    (after, onChange) => {
      const answer = () => onChange({ data: server.page(after), stale: false })
      const watch = { after, answer, isOpen: true }
      watches.push(watch)
      return () => {
        watch.isOpen = false
      }
    },
    ({ pageInfo }) => pageInfo,
  )
  const open = () => watches.filter(({ isOpen }) => isOpen)
  const places = () => open().map(({ after }) => after)
  chain.subscribe(() => {})
  for (let page = 0; page < 4; page++) {
    open().at(-1)?.answer()
    chain.more()
  }
  expect([shown(chain), places()]).toEqual([
    ['ab', 'cd', 'ef', 'g'],
    [null, 'b', 'd', 'f'],
  ])
  server.change('a', 'c', 'd', 'e', 'f', 'g', 'h')
  open()[0]?.answer()
  expect([shown(chain), places()]).toEqual([
    ['ac', 'cd', 'ef', 'g'],
    [null, 'c'],
  ])
  open()[1]?.answer()
  expect([shown(chain), places()]).toEqual([
    ['ac', 'de', 'ef', 'g'],
    [null, 'c', 'e'],
  ])
  open()[2]?.answer()
  open()[3]?.answer()
  expect([shown(chain), places()]).toEqual([
    ['ac', 'de', 'fg', 'h'],
    [null, 'c', 'e', 'g'],
  ])
})
