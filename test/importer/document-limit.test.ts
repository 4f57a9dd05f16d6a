import { describe, expect, test } from 'vitest'
import { asset, document, removed, testScratch } from './scratch.ts'

const scratch = testScratch()

const documents = (owner: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => document(`${owner}${from + i}`, owner))

const FULL = [asset('a'), asset('b'), ...documents('a', 0, 1000)]

async function fullClient(): Promise<string> {
  const client = await scratch.newClient()
  expect(await scratch.import(client, FULL)).toMatchObject({ kept: true, bad_count: 0 })
  return client
}

async function countOf(client: string, ref: string): Promise<number> {
  const [row] = await scratch.rows<{ stored: number; counted: number }>(
    client,
    `SELECT a.document_count AS counted, (SELECT count(*)::int FROM documents d
        WHERE d.client_id = a.client_id AND d.registry_id = a.registry_id) AS stored
       FROM assets a WHERE a.client_id = $1 AND a.ref = '${ref}'`,
  )
  expect(row?.counted).toBe(row?.stored)
  return row?.stored ?? 0
}

describe('an asset has at most 1,000 documents', () => {
  test('and those beyond are bad lines with the reason, so that nothing is imported', async () => {
    const client = await scratch.newClient()
    const report = await scratch.import(client, [...FULL, ...documents('a', 1000, 1002)])
    const reason = 'expected an asset with at most 1000 documents'
    expect(report).toMatchObject({ kept: false, bad_count: 2 })
    expect(report.bad).toEqual([
      { line: 1003, column: null, member: 'asset', reason },
      { line: 1004, column: null, member: 'asset', reason },
    ])
    expect((await scratch.dump(client)).documents).toEqual([])
  })

  test('counting those that it has already', async () => {
    const client = await fullClient()
    const changed = document('a7', 'a', { title: 'Changed' })
    const lines = [document('new', 'a'), document('other', 'b'), changed]
    const report = await scratch.import(client, lines, { skipBad: true })
    expect(report.bad.map(({ line }) => line)).toEqual([1])
    expect(report.documents).toMatchObject({ created: 1, updated: 1 })
    expect([await countOf(client, 'a'), await countOf(client, 'b')]).toEqual([1000, 1])
  })

  test('and one that moves away makes room', async () => {
    const client = await fullClient()
    const report = await scratch.import(client, [document('new', 'a'), document('a0', 'b')])
    expect(report).toMatchObject({ kept: true, bad_count: 0 })
    expect([await countOf(client, 'a'), await countOf(client, 'b')]).toEqual([1000, 1])
  })

  test('and one that is removed makes room, wherever it is in the file', async () => {
    const client = await fullClient()
    const lines = [document('new', 'a'), removed.document('a0'), removed.document('none')]
    expect(await scratch.import(client, lines)).toMatchObject({ kept: true, bad_count: 0 })
    expect(await countOf(client, 'a')).toBe(1000)
    const more = [document('more', 'a'), document('most', 'a'), removed.document('a1')]
    const report = await scratch.import(client, more, { skipBad: true })
    expect(report.bad.map(({ line }) => line)).toEqual([2])
    expect(await countOf(client, 'a')).toBe(1000)
  })

  test('and the removal of one that is stated later makes none', async () => {
    const client = await fullClient()
    const lines = [removed.document('a0'), document('new', 'a'), document('a0', 'a')]
    const report = await scratch.import(client, lines)
    expect(report.bad.map(({ line }) => line)).toEqual([2])
  })

  test('and one that may not move away leaves no room', async () => {
    const client = await fullClient()
    await scratch.import(client, documents('b', 0, 1000))
    const lines = [document('new', 'a'), document('a0', 'b')]
    const report = await scratch.import(client, lines, { skipBad: true })
    expect(report.bad.map(({ line }) => line)).toEqual([1, 2])
    expect([await countOf(client, 'a'), await countOf(client, 'b')]).toEqual([1000, 1000])
  })

  test('and one that is removed and created again in a file keeps them', async () => {
    const client = await fullClient()
    const lines = [removed.asset('a'), asset('a'), document('new', 'a')]
    expect(await scratch.import(client, lines)).toMatchObject({ kept: false, bad_count: 1 })
  })
})
