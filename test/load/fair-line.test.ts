import { expect, test } from 'vitest'
import { FairLine } from '../../src/load/fair-line.ts'

interface Named {
  readonly name: string
  readonly party: string
  readonly isKnown: boolean
}

/** Requests of parties in order of arrival, such as `a a b`: named a1, a2, b1. A capital is a party that is not known. */
function requestsOf(text: string): Named[] {
  const counts = new Map<string, number>()
  return text.split(' ').map((party) => {
    const count = (counts.get(party) ?? 0) + 1
    counts.set(party, count)
    return { name: `${party}${count}`, party, isKnown: party === party.toLowerCase() }
  })
}

function fill(arrivals: string, places = { known: 4, unknown: 2 }) {
  const line = new FairLine<Named>(places)
  const refused = requestsOf(arrivals).flatMap((each) => line.add(each) ?? [])
  const served: string[] = []
  for (let next = line.takeNext(); next; next = line.takeNext()) served.push(next.name)
  return { refused: refused.map(({ name }) => name).join(' '), served: served.join(' ') }
}

test.each([
  ['parties take turns', 'a a b c', '', 'a1 b1 c1 a2'],
  ['one party may have all places', 'a a a a', '', 'a1 a2 a3 a4'],
  ['a party that has all is refused itself', 'a a a a a a', 'a5 a6', 'a1 a2 a3 a4'],
  ['it gives way to others', 'a a a a b', 'a4', 'a1 b1 a2 a3'],
  ['and does not come back', 'a a a a b a a', 'a4 a5 a6', 'a1 b1 a2 a3'],
  ['until all have as many', 'a a a a b b b', 'a4 a3 b3', 'a1 b1 a2 b2'],
  ['one of few is never refused for one of many', 'b a a a a a a', 'a4 a5 a6', 'b1 a1 a2 a3'],
  ['nobody loses the only place', 'a b c d e', 'e1', 'a1 b1 c1 d1'],
  ['nor to a party with as many', 'a a b b c c', 'a2 c2', 'a1 b1 c1 b2'],
  ['of two with the most, the first one gives way', 'a a b b c', 'a2', 'a1 b1 c1 b2'],
  ['unknown parties take none of the known', 'X X X X X a a a a', 'X3 X4 X5', 'X1 a1 X2 a2 a3 a4'],
  ['nor known ones of the unknown', 'a a a a a X', 'a5', 'a1 X1 a2 a3 a4'],
  ['unknown parties are as fair', 'X X X Y Z', 'X3 X2 Z1', 'X1 Y1'],
])('%s: %s', (_what, arrivals, refused, served) => {
  expect(fill(arrivals)).toEqual({ refused, served })
})

test('one party with a thousand requests refuses none of a hundred others', () => {
  const others = Array.from({ length: 100 }, (_, n) => `b${n}`)
  const arrivals = [...Array.from({ length: 1_000 }, () => 'a'), ...others].join(' ')
  const { refused } = fill(arrivals, { known: 150, unknown: 50 })
  expect(refused.split(' ').every((name) => name.startsWith('a'))).toBe(true)
  expect(refused.split(' ')).toHaveLength(950)
})

test('one that has left leaves its place to another', () => {
  const line = new FairLine<Named>({ known: 1, unknown: 1 })
  const [first, second] = requestsOf('a b')
  if (!first || !second) throw new Error('no requests')
  expect([line.add(first), line.add(second)]).toEqual([null, second])
  expect([line.remove(first), line.remove(first), line.remove(second)]).toEqual([
    true,
    false,
    false,
  ])
  expect([line.add(second), line.takeNext(), line.takeNext()]).toEqual([null, second, undefined])
})
