import { expect, test } from 'vitest'
import { createEdge } from '../../src/schema/paging.ts'

// A document can ask for the cursor of one entry under 50 names, and each costs a digest.
test('the cursor of an entry is written when it is read, and once', () => {
  const written: string[] = []
  const write = (row: string) => {
    written.push(row)
    return `cursor of ${row}`
  }
  const edge = createEdge('a', write, (row) => row)
  expect(written).toEqual([])
  expect([edge.cursor, edge.cursor, edge.node]).toEqual(['cursor of a', 'cursor of a', 'a'])
  expect(written).toEqual(['a'])
})
