import { expect, test } from 'vitest'
import { WaitingLine } from '../../src/load/waiting-line.ts'

const PATIENCE = 700
const waiting = (lane: string, since: number, isKnown = true) => ({ lane, since, isKnown })

function lineOf(...all: ReturnType<typeof waiting>[]) {
  const line = new WaitingLine<ReturnType<typeof waiting>>(PATIENCE)
  for (const each of all) line.add(each)
  return line
}

function takeAll(line: ReturnType<typeof lineOf>, now: number) {
  const taken: string[] = []
  for (let next = line.takeNext(now); next; next = line.takeNext(now))
    taken.push(`${next.lane}${next.since}`)
  return taken
}

test('a line of waiting requests lanes take turns, and the newest of a lane is first', () => {
  const line = lineOf(waiting('a', 1), waiting('a', 2), waiting('a', 3), waiting('b', 4))
  expect(takeAll(line, 10)).toEqual(['a3', 'b4', 'a2', 'a1'])
  expect(line.size).toBe(0)
})

test('a line of waiting requests known callers have three turns of four', () => {
  const many = [1, 2, 3, 4, 5, 6].map((since) => waiting('k', since))
  const line = lineOf(...many, waiting('s', 7, false), waiting('s', 8, false))
  expect(takeAll(line, 10)).toEqual(['k6', 'k5', 'k4', 's8', 'k3', 'k2', 'k1', 's7'])
})

test('a line of waiting requests who has waited too long is overdue, and is not served', () => {
  const line = lineOf(waiting('a', 0), waiting('a', 500), waiting('b', 10))
  expect(takeAll(line, 800)).toEqual(['a500'])
  expect(line.takeOverdue(800)?.lane).toBe('a')
  expect(line.takeOverdue(800)?.lane).toBe('b')
  expect(line.takeOverdue(800)).toBeUndefined()
})

test('a line of waiting requests in a full line the oldest is overdue at once', () => {
  const line = lineOf(waiting('a', 1), waiting('b', 2))
  expect(line.takeOverdue(3)).toBeUndefined()
  expect(line.takeOverdue(3, true)?.lane).toBe('a')
})

test('a line of waiting requests who has left is not served', () => {
  const gone = waiting('a', 2)
  const line = lineOf(waiting('a', 1), gone)
  line.remove(gone)
  expect(takeAll(line, 3)).toEqual(['a1'])
})

test('a line of waiting requests a lane holds nothing of who has left', () => {
  let looks = 0
  const gone = [1, 2, 3].map((since) => ({
    ...waiting('a', since),
    get since() {
      looks++
      return since
    },
  }))
  const line = lineOf(...gone)
  for (const each of gone) line.remove(each)
  expect(line.takeNext(4)).toBeUndefined()
  expect(looks).toBe(0)
})
