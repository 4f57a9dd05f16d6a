import { expect, test } from 'vitest'
import { HeavyQueue, SlotQueue } from '../../src/load/waiting/lanes.ts'
import { applied } from '../support/tables.ts'

const PATIENCE = 700
const waiting = (party: string, since: number, isKnown = true) => ({ party, since, isKnown })

function queueOf(...all: ReturnType<typeof waiting>[]) {
  const queue = new SlotQueue<ReturnType<typeof waiting>>(PATIENCE)
  for (const each of all) queue.add(each)
  return queue
}

function takeAll(queue: ReturnType<typeof queueOf>, now: number) {
  const taken: string[] = []
  for (let next = queue.takeNext(now); next; next = queue.takeNext(now))
    taken.push(`${next.party}${next.since}`)
  return taken
}

test('requests that wait for a slot: lanes take turns, and the newest of a lane is first', () => {
  const queue = queueOf(waiting('a', 1), waiting('a', 2), waiting('a', 3), waiting('b', 4))
  expect(takeAll(queue, 10)).toEqual(['a3', 'b4', 'a2', 'a1'])
  expect(queue.size).toBe(0)
})

test('requests that wait for a slot: known callers have three slots of four', () => {
  const many = [1, 2, 3, 4, 5, 6].map((since) => waiting('k', since))
  const queue = queueOf(...many, waiting('s', 7, false), waiting('s', 8, false))
  expect(takeAll(queue, 10)).toEqual(['k6', 'k5', 'k4', 's8', 'k3', 'k2', 'k1', 's7'])
})

test('requests that wait for a slot: who has waited too long is overdue, and is not served', () => {
  const queue = queueOf(waiting('a', 0), waiting('a', 500), waiting('b', 10))
  expect(takeAll(queue, 800)).toEqual(['a500'])
  expect(queue.takeOverdue(800)?.party).toBe('a')
  expect(queue.takeOverdue(800)?.party).toBe('b')
  expect(queue.takeOverdue(800)).toBeUndefined()
})

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

function fill(arrivals: string) {
  const queue = new HeavyQueue<Named>({ known: 4, unknown: 2 })
  const refused = requestsOf(arrivals).flatMap((each) => queue.admit(each) ?? [])
  const served: string[] = []
  for (let next = queue.takeOldest(); next; next = queue.takeOldest()) served.push(next.name)
  return { refused: refused.map(({ name }) => name).join(' '), served: served.join(' ') }
}

test('parties take turns, and one with the most places gives way', () => {
  const lines = {
    'a a b c': { refused: '', served: 'a1 b1 c1 a2' },
    // One party may have all places, and is refused itself.
    'a a a a a a': { refused: 'a5 a6', served: 'a1 a2 a3 a4' },
    // It gives way to others, does not come back, and does so until all have as many.
    'a a a a b a a': { refused: 'a4 a5 a6', served: 'a1 b1 a2 a3' },
    'a a a a b b b': { refused: 'a4 a3 b3', served: 'a1 b1 a2 b2' },
    // One of few is never refused for one of many, and nobody loses the only place.
    'b a a a a a a': { refused: 'a4 a5 a6', served: 'b1 a1 a2 a3' },
    'a b c d e': { refused: 'e1', served: 'a1 b1 c1 d1' },
    'a a b b c c': { refused: 'a2 c2', served: 'a1 b1 c1 b2' },
    // Unknown parties take none of the known, nor known ones of the unknown.
    'X X X X X a a a a': { refused: 'X3 X4 X5', served: 'X1 a1 X2 a2 a3 a4' },
    'X X X Y Z': { refused: 'X3 X2 Z1', served: 'X1 Y1' },
  }
  expect(applied(lines, fill)).toEqual(lines)
})
