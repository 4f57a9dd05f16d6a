import { expect } from 'vitest'
import { readPages } from '../../src/portal/ui/export/read-pages.ts'
import { testTable } from '../support/test-table.ts'

/** A list of the numbers below `length`, in pages of `size`, that counts its reads. */
function listOf(length: number, size: number) {
  const reads: (string | null)[] = []
  const read = async (after: string | null) => {
    reads.push(after)
    const start = after === null ? 0 : Number(after)
    const end = Math.min(start + size, length)
    const nodes = Array.from({ length: end - start }, (_, i) => start + i)
    return { nodes, pageInfo: { hasNextPage: end < length, endCursor: String(end) } }
  }
  return { read, reads }
}

testTable([
  ['an empty list', 0, 1, 0, true],
  ['several pages', 10, 4, 10, true],
  ['exactly the most', 12, 4, 12, true],
  ['far more than the most', 1_000, 4, 12, false],
])(
  'a list is read to its end, up to the most',
  async (_name, length, requests, entries, isWhole) => {
    const { read, reads } = listOf(length, 3)
    const found = await readPages(read, 12)
    expect(reads).toHaveLength(requests)
    expect(found).toEqual({ nodes: Array.from({ length: entries }, (_, i) => i), isWhole })
  },
)
