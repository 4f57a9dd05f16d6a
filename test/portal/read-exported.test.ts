import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assetRow } from '../../src/portal/client/portfolio/asset-row.ts'
import { portalAsking, refusal } from './asked-server.ts'
import { EXPORTED_ASSET } from './full-asset.ts'

const LIMITED = null
const page = (hasNextPage: boolean) => ({ hasNextPage, endCursor: hasNextPage ? 'next' : null })
const { valuations, documents } = EXPORTED_ASSET
const [entry] = valuations?.nodes ?? []
const [document] = documents?.nodes ?? []
if (!entry || !document) throw new Error('the asset has no entries')

const entries = (ids: readonly string[], more: boolean) => ({
  ...{ totalCount: 3, nodes: ids.map((id) => ({ ...entry, id })), pageInfo: page(more) },
})
const of = (asset: object) => ({ portfolio: { id: 'p', asset } })

async function portalWith(answers: readonly (object | null)[]) {
  const server = { asked: 0 }
  const { readExportedPage } = await portalAsking(() => {
    const data = answers[server.asked++]
    return data ? Response.json({ data }) : refusal('rate_limit_exceeded')
  })
  return { readExportedPage, server }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

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
  const { readExportedPage, server } = await portalWith([
    FIRST,
    of({ valuations: entries(['v1', 'v2'], true) }),
    of({ valuations: entries(['v3'], false) }),
    of({ documents: { totalCount: 2, nodes: [document, { ...document, title: 'Second' }] } }),
  ])
  const { nodes = [], pageInfo } = (await readExportedPage('c', null)) ?? {}
  expect(pageInfo).toEqual(page(true))
  expect(nodes[0]?.valuations?.nodes.map(({ id }) => id)).toEqual(['v1', 'v2', 'v3'])
  expect(nodes[0]?.documents?.nodes.map(({ title }) => title)).toEqual([document.title, 'Second'])
  expect(server.asked).toBe(4)
  expect(nodes[0] && assetRow(nodes[0]).join()).toContain(`; Second, ${document.type}`)
})

test('an export waits for the next minute, and gives up after three', async () => {
  const { readExportedPage } = await portalWith([LIMITED, LIMITED, { portfolio: { assets: null } }])
  const read = readExportedPage('c', null)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await read).toBeNull()
  const refused = await portalWith([])
  const failed = expect(refused.readExportedPage('c', null)).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
  })
  await vi.advanceTimersByTimeAsync(180_000)
  await failed
  expect(refused.server.asked).toBe(4)
})
