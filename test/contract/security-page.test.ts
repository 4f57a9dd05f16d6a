import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

// Each row of the tables of docs/security.md ends with the tests that prove it. A row with a status says
// whether the requirement is met.
const STATUSES = ['held', 'partly', 'not held', 'not applicable']

interface Row {
  readonly name: string
  readonly cells: readonly string[]
  readonly tests: readonly string[]
}

function rowsOf(page: string, proof: number): Row[] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => {
      const named = cells.at(proof)?.matchAll(/`(test\/[\w./-]+)`/g) ?? []
      return { name: cells[0] ?? '', cells, tests: [...named].map(([, path]) => path ?? '') }
    })
}

const rows = rowsOf('docs/security.md', -1)

const requirements = rows.filter(({ name }) => /^(API\d+|\d+\.\d+\.\d+) /.test(name))
const defences = rows.filter((row) => row.cells.at(-1) !== 'Test' && !requirements.includes(row))

describe('docs/security.md', () => {
  test('names tests that exist', () => {
    const missing = rows.flatMap(({ tests }) => tests).filter((path) => !existsSync(path))
    expect(missing).toEqual([])
  })

  test('names a test for each defence', () => {
    expect(defences.length).toBeGreaterThan(20)
    expect(defences.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([])
  })

  test('gives each requirement one of four statuses', () => {
    expect(requirements.length).toBeGreaterThan(90)
    const unclear = requirements.filter(({ cells }) => !STATUSES.includes(cells[1] ?? ''))
    expect(unclear.map(({ name }) => name)).toEqual([])
  })

  test('names a test for each requirement that is held, and a reason for each other', () => {
    const unproved = requirements.filter(({ cells, tests }) => {
      const holds = cells[1] === 'held' || cells[1] === 'partly'
      return (holds && tests.length === 0) || (cells[2] ?? '').length < 10
    })
    expect(unproved.map(({ name }) => name)).toEqual([])
  })
})

test('docs/proofs.md names a test for each promise', () => {
  const promises = rowsOf('docs/proofs.md', 1).filter(({ name }) => name !== 'Promise')
  expect(promises.length).toBeGreaterThan(60)
  expect(promises.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([])
})
