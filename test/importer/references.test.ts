import { expect, test } from 'vitest'
import { asset, collection, document, NONE, removed, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

const titles = (client: string) => scratch.list(client, 'assets', 'ref, title')

const LINES = [
  asset('a', { collections: ['c', 'none', 'nil'] }),
  valuation('1', '2020-01-01'),
  collection('C'),
  document('d', 'gone'),
  document('d', 'unknown'),
  removed.asset('gone'),
  valuation('1', '2020-01-01', 'appraisal', 'gone'),
  asset('b', { collections: ['c'] }),
  { ...collection('x'), ref: 'a' },
]

test('references to unknown records are bad lines, with the lines that depend on them', async () => {
  const client = await scratch.newClient([asset('gone')])
  const report = await scratch.importUnchanged(client, LINES)
  expect(report).toMatchObject({ kept: false, bad_count: 4, assets: NONE })
  expect(report.bad.map(({ line, member }) => [line, member])).toEqual([
    [1, 'collections[1]'],
    [1, 'collections[2]'],
    [2, 'asset'],
    [5, 'asset'],
    [7, 'asset'],
  ])
  expect(report.bad[0]?.reason).toMatch(/the ref of a collection .*, not "none"$/)
  expect(report.bad[3]?.reason).toMatch(/the ref of an asset .*, not "unknown"$/)
})

test('references to collections are to those of the client, each by its own ref', async () => {
  await scratch.newClient([{ ...collection('Theirs'), ref: 'theirs' }])
  const client = await scratch.newClient([{ ...collection('Own'), ref: 'own' }])
  const named = asset('a', { collections: ['own', 'theirs', 'none'] })
  const { bad } = await scratch.import(client, [named])
  expect(bad.map(({ member }) => member)).toEqual(['collections[1]', 'collections[2]'])
})

test('references are listed up to 20 a line, so that those of other lines are seen', async () => {
  const client = await scratch.newClient()
  const collections = Array.from({ length: 2_000 }, (_, index) => `none ${index}`)
  const unknown = valuation('1', '2020-01-01', 'appraisal', 'unknown')
  const report = await scratch.import(client, [asset('a', { collections }), unknown])
  expect(report.bad_count).toBe(2)
  expect(report.bad.map(({ line, member }) => [line, member])).toEqual([
    ...Array.from({ length: 20 }, (_, index) => [1, `collections[${index}]`]),
    [2, 'asset'],
  ])
})

test('with bad lines skipped, the rest is imported and each good line counts once', async () => {
  const client = await scratch.newClient([asset('gone')])
  const report = await scratch.import(client, LINES, { skipBad: true })
  expect(report).toMatchObject({
    kept: true,
    bad_count: 4,
    collections: { created: 2, updated: 0, unchanged: 0 },
    assets: { created: 1, updated: 0, unchanged: 0, removed: 1 },
    valuations: { created: 0, updated: 0, unchanged: 0 },
    documents: { created: 0, updated: 0, unchanged: 1 },
  })
  expect(await titles(client)).toEqual(['b The b'])
})

test('references of a bad line do not replace an earlier good line about the same asset', async () => {
  const client = await scratch.newClient()
  const lines = [
    asset('a', { title: 'Good' }),
    asset('a', { title: 'Bad', collections: ['none'] }),
    valuation('1', '2020-01-01'),
  ]
  expect(await scratch.import(client, lines, { skipBad: true })).toMatchObject({
    bad_count: 1,
    valuations: { created: 1 },
  })
  expect(await titles(client)).toEqual(['a Good'])
})
