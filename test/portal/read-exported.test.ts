import type { Client } from 'urql'
import { CombinedError } from 'urql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assetRow } from '../../src/portal/client/portfolio/asset-row.ts'
import { readExportedPage } from '../../src/portal/client/portfolio/read-exported.ts'
import { EXPORTED_ASSET } from './full-asset.ts'

const LIMITED = new CombinedError({
  graphQLErrors: [{ message: 'x', extensions: { code: 'rate_limit_exceeded' } }],
})
const page = (hasNextPage: boolean) => ({ hasNextPage, endCursor: hasNextPage ? 'next' : null })
const { valuations, documents } = EXPORTED_ASSET
const [entry] = valuations?.nodes ?? []
const [document] = documents?.nodes ?? []
if (!entry || !document) throw new Error('the asset has no entries')

const entries = (ids: readonly string[], more: boolean) => ({
  ...{ totalCount: 3, nodes: ids.map((id) => ({ ...entry, id })), pageInfo: page(more) },
})
const of = (asset: object) => ({ portfolio: { id: 'p', asset } })

/** A client that gives these answers, one after another. */
function clientWith(answers: readonly (object | CombinedError)[]) {
  const left = [...answers]
  const query = vi.fn((_document: unknown, _variables: unknown) => ({
    toPromise: async () => {
      const answer = left.shift()
      return answer instanceof CombinedError ? { error: answer } : { data: answer }
    },
  }))
  return { client: { query } as unknown as Client, query }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const FIRST = {
  portfolio: {
    assets: {
      nodes: [
        {
          ...EXPORTED_ASSET,
          valuations: entries(['v1'], true),
          documents: { totalCount: 2, nodes: [document] },
        },
      ],
      pageInfo: page(true),
    },
  },
}

test('an asset with many values and documents has all of them', async () => {
  const { client, query } = clientWith([
    FIRST,
    of({ valuations: entries(['v1', 'v2'], true) }),
    of({ valuations: entries(['v3'], false) }),
    of({ documents: { totalCount: 2, nodes: [document, { ...document, title: 'Second' }] } }),
  ])
  const { nodes, pageInfo } = await readExportedPage(client, 'c', null)
  expect(pageInfo).toEqual(page(true))
  expect(nodes[0]?.valuations?.nodes.map(({ id }) => id)).toEqual(['v1', 'v2', 'v3'])
  expect(nodes[0]?.documents?.nodes.map(({ title }) => title)).toEqual([document.title, 'Second'])
  expect(query).toHaveBeenCalledTimes(4)
  expect(nodes[0] && assetRow(nodes[0]).join()).toContain(`; Second, ${document.type}`)
})

test('an export waits for the next minute, and gives up after three', async () => {
  const { client } = clientWith([LIMITED, LIMITED, { portfolio: null }])
  const read = readExportedPage(client, 'c', null)
  await vi.advanceTimersByTimeAsync(120_000)
  expect((await read).nodes).toEqual([])
  const { client: refused, query } = clientWith([LIMITED, LIMITED, LIMITED, LIMITED])
  const failed = expect(readExportedPage(refused, 'c', null)).rejects.toBe(LIMITED)
  await vi.advanceTimersByTimeAsync(180_000)
  await failed
  expect(query).toHaveBeenCalledTimes(4)
})
