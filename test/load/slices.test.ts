import { afterEach, expect, test, vi } from 'vitest'
import { otherRequests, parseInSlices, stringifyInSlices } from '../../src/load/slices.ts'
import { WorkSlices } from '../../src/load/work-slices.ts'

const long = 'é"\u2028'.repeat(60_000)
const VALUES: unknown[] = [
  {},
  [],
  null,
  'text',
  { a: undefined, b: [undefined, null, () => 1], c: { d: new Date(0), e: [] } },
  { data: [{ text: long }, { text: long, list: [[1], [{ a: 1 }]] }], links: null },
  Object.assign(Object.create(null), { a: { b: { c: [1, 2, { d: {} }] } } }),
]

test('JSON in slices is the same as JSON at once, at any depth', async () => {
  for (const value of VALUES)
    for (const depth of [0, 1, 2, 5, 9])
      expect((await stringifyInSlices(value, depth)).toString()).toBe(JSON.stringify(value))
})

test('JSON in slices gives all bytes in parts, in order', async () => {
  const parts: Buffer[] = []
  const value = { data: [long, long, long] }
  const whole = await stringifyInSlices(value, 2, { onSlice: (part) => parts.push(part) })
  expect(parts.length).toBeGreaterThan(2)
  expect(Buffer.concat(parts).equals(whole)).toBe(true)
})

test('JSON in slices divides values that are longer than a slice after the first of them, and no others', async () => {
  const lengths: number[] = []
  const members = Object.fromEntries(
    Array.from({ length: 400 }, (_, member) => [`member ${member}`, 'x'.repeat(400)]),
  )
  const value = { data: Array.from({ length: 8 }, () => ({ detail: { members } })) }
  const whole = await stringifyInSlices(value, 2, { onSlice: ({ length }) => lengths.push(length) })
  expect(whole.toString()).toBe(JSON.stringify(value))
  // Each item is 164 KB: the first is one slice, in the second its `detail`, in the third its `members`.
  expect(lengths.filter((length) => length > 100_000)).toHaveLength(3)
  expect(Math.max(...lengths.slice(3))).toBeLessThan(40_000)
  const entries = vi.spyOn(Object, 'entries')
  const short = { detail: { members: 'x'.repeat(1_000) } }
  await stringifyInSlices({ data: Array.from({ length: 100 }, () => short) }, 2)
  expect(entries).toHaveBeenCalledTimes(1)
  entries.mockRestore()
})

test('JSON in slices lets others work between slices of writing and of parsing', async () => {
  let turns = 0
  const other = () => {
    turns++
    timer = setImmediate(other)
  }
  let timer = setImmediate(other)
  const texts = [long, long, long].map((text) => JSON.stringify({ text }))
  expect(await parseInSlices(texts)).toEqual([{ text: long }, { text: long }, { text: long }])
  expect(turns).toBeGreaterThanOrEqual(3)
  turns = 0
  await stringifyInSlices([long, long, long], 1)
  expect(turns).toBeGreaterThanOrEqual(3)
  clearImmediate(timer)
})

test('JSON in slices takes the pauses of its caller', async () => {
  const pause = vi.fn(() => Promise.resolve())
  await parseInSlices(
    [long, long].map((text) => JSON.stringify(text)),
    pause,
  )
  expect(pause).toHaveBeenCalledTimes(2)
  await stringifyInSlices([long, long], 1, { pause })
  expect(pause.mock.calls.length).toBeGreaterThan(4)
})

const ENTRIES = 20
const ENTRY_MS = 0.4

afterEach(() => void vi.useRealTimers())

async function work(slices: WorkSlices, name: string, done: string[]): Promise<void> {
  for (let entry = 0; entry < ENTRIES; entry++) {
    await slices.next()
    vi.advanceTimersByTime(ENTRY_MS)
    done.push(name)
  }
}

test('all work together gets a millisecond or so in each turn of the event loop, in order', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const slices = new WorkSlices(otherRequests)
  const done: string[] = []
  let turns = 0
  let most = 0
  let before = 0
  const count = () => {
    turns++
    most = Math.max(most, done.length - before)
    before = done.length
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await Promise.all(['a', 'b', 'c'].map((name) => work(slices, name, done)))
  clearImmediate(timer)
  expect(done).toHaveLength(3 * ENTRIES)
  // Three entries of 0.4 ms, and one more that began within the millisecond.
  expect(most).toBeLessThanOrEqual(4)
  expect(turns).toBeGreaterThanOrEqual((ENTRIES * 3) / 4)
  // All of them are served in rotation.
  expect(new Set(done.slice(0, 12)).size).toBe(3)
})
