import { beforeAll, expect, test, vi } from 'vitest'
import { writeResult } from '../../src/graphql/plugins/use-result.ts'
import { RequestContext } from '../../src/load/request-context.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'
import { coin } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { listAt, walkByCursor } from './walk.ts'

const ASSETS = 60
const VALUES = 10
const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.pool, 'query')
const RECORDS = Array.from({ length: ASSETS }, (_, i) => `a${i}`).flatMap((ref) => [
  coin(ref, { description: `${ref} é`.repeat(2_000) }),
  ...Array.from({ length: VALUES }, (_, n) => {
    const valued_at = `2026-01-${String(n + 1).padStart(2, '0')}`
    return { type: 'valuation', asset: ref, value: `${n}.5`, source: 'appraisal', valued_at }
  }),
])
const reader = testReader(gateway, RECORDS)
beforeAll(() => database.pool.query(`UPDATE firms SET tier = 'enterprise'`))

const list = (fields: string) =>
  listAt(gateway, reader.key, [`portfolio(clientId: "${reader.clientId}")`, 'assets'], fields)
const readPage = (fields: string, first: number) => list(fields)(`(first: ${first})`)
const readInSmallPages = async (fields: string, size: number) =>
  (await walkByCursor(list(fields), size)).flatMap(({ nodes }) => nodes)

const LONG = 'id title detail { description }'
const MANY = `id ${'abcde'
  .split('')
  .map((alias) => `${alias}: valuations(first: ${VALUES}) { nodes { id source value { amount } } }`)
  .join(' ')}`

test('a page of more than 256 KB is whole', async () => {
  const { nodes } = await readPage(LONG, ASSETS)
  expect(JSON.stringify(nodes).length).toBeGreaterThan(256 * 1024)
  expect(nodes).toEqual(await readInSmallPages(LONG, 12))
})

test('a result of many fields is the same as that of small pages, and is executed for ten assets at a time', async () => {
  const small = await readInSmallPages(MANY, 5)
  statements.mockClear()
  const { nodes } = await readPage(MANY, ASSETS)
  expect(nodes).toEqual(small)
  expect(nodes[0].a.nodes).toHaveLength(VALUES)
  const texts = statements.mock.calls.map((call) => JSON.stringify(call))
  expect(texts.filter((text) => text.includes('FROM valuations'))).toHaveLength(ASSETS / 10)
})

test('a result of very many fields has a turn of heavy work, and one of fewer has none', async () => {
  const turns = vi.spyOn(HeavyWork.prototype, 'enter')
  await readPage(MANY, 5)
  expect(turns).not.toHaveBeenCalled()
  await readPage(MANY, ASSETS)
  expect(turns).toHaveBeenCalled()
})

const MEGABYTE = 2 ** 20

/** A result of so many texts of a megabyte, and what writes it. */
function result(texts: number) {
  const nodes = Array.from({ length: texts }, () => ({ title: 'x'.repeat(MEGABYTE) }))
  const request = new RequestContext(undefined, '192.0.2.1', new Date())
  const context = { heavyWork: new HeavyWork(() => 0), request }
  return { data: { portfolio: { assets: { nodes } } }, context, request }
}

test('a result below 32 MB is written as it is', async () => {
  const { data, context } = result(31)
  const bytes = await writeResult({ data }, context)
  expect(bytes.equals(Buffer.from(JSON.stringify({ data })))).toBe(true)
})

test('a result above 32 MB is refused, and what asked for it is told why', async () => {
  const { data, context } = result(33)
  // Only the length, because a failure would print all of the bytes.
  const length = writeResult({ data }, context).then((bytes) => bytes.length)
  await expect(length).rejects.toMatchObject({
    code: 'document_too_costly',
    message: expect.stringContaining('32 MB'),
  })
})

test('what a change has done is told at any length, without a turn', async () => {
  const { data, context, request } = result(33)
  const bytes = await writeResult({ data }, context, true)
  expect([bytes.length > 33 * MEGABYTE, request.heavy]).toEqual([true, null])
})

test('a long result takes its turn of heavy work, and a short one takes none', async () => {
  const long = result(2)
  await writeResult({ data: long.data }, long.context)
  expect(long.request.heavy).toBeTruthy()
  const short = result(0)
  await writeResult({ data: short.data }, short.context)
  expect(short.request.heavy).toBeFalsy()
})
