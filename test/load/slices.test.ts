import { expect, test, vi } from 'vitest'
import { stringifyInSlices } from '../../src/load/slices.ts'

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

test('JSON in slices lets others work between slices', async () => {
  let turns = 0
  const other = () => {
    turns++
    timer = setImmediate(other)
  }
  let timer = setImmediate(other)
  await stringifyInSlices([long, long, long], 1)
  expect(turns).toBeGreaterThanOrEqual(3)
  clearImmediate(timer)
})

test('JSON in slices takes the pauses of its caller', async () => {
  const pause = vi.fn(() => Promise.resolve())
  await stringifyInSlices([long, long], 1, { pause })
  expect(pause.mock.calls.length).toBeGreaterThan(2)
})
