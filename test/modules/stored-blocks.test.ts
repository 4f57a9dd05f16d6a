import { expect, test } from 'vitest'
import {
  EMPTY,
  readDetail,
  readEstate,
  readHistory,
  readVerification,
  writeCategoryDetail,
  writeDetail,
  writeEstate,
  writeVerification,
} from '../../src/modules/assets/stored-blocks.ts'

// The texts of stored blocks are sent as they are, so their bytes are part of the interface.

const HOSTILE = 'a "quote", a \\ and\n\t\u0001\u007f\u2028 😀 ,"share_links":[{'
const scan = (second: number, method = 'nfc') => ({
  scanned_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  method,
  result: 'match',
})
const READY = { score: null, gaps: [] }

test('an empty block is not stored', () => {
  expect(writeDetail({})).toBeNull()
  expect(writeDetail({ description: null, notes: undefined })).toBeNull()
  expect(writeEstate([], [], READY)).toBeNull()
  expect(writeVerification({}, [])).toEqual({ block: null, history: null })
  expect(writeCategoryDetail('art', { type: 'art' })).toBeNull()
})

test('what is not stored is read as the empty block', () => {
  expect(JSON.stringify(readDetail(null))).toBe(EMPTY.detail)
  expect(JSON.stringify(readEstate(null))).toBe(EMPTY.estate)
  expect(JSON.stringify(readVerification(null))).toBe(EMPTY.verification)
})

test('an empty text and a gap alone are something to show', () => {
  expect(writeDetail({ notes: '' })).toBe(
    '{"description":null,"notes":"","seller":null,"storage_location":null}',
  )
  expect(writeEstate([], [], { score: null, gaps: ['will_missing'] })).not.toBeNull()
})

test('a text of a person cannot end a block', () => {
  const text = writeDetail({ description: HOSTILE, seller: HOSTILE })
  expect(readDetail(text)).toEqual({
    description: HOSTILE,
    notes: null,
    seller: HOSTILE,
    storage_location: null,
  })
  const heirs = [{ name: HOSTILE, relationship: HOSTILE, share_percent: 33.3 }]
  expect(writeEstate(heirs, [], READY)).not.toContain(',"share_links":[{')
  expect(readEstate(writeEstate(heirs, [], READY)).heirs).toEqual(heirs)
})

test('members that are not of a block are left out', () => {
  const extra = { internal_notes: 'private', file_path: '/private' }
  const heir = { name: 'A', relationship: null, share_percent: 1, ...extra }
  const written = [
    writeDetail({ notes: 'n', ...extra }),
    writeEstate([heir], [], { ...READY, ...extra }),
    writeVerification({ status: 'verified', ...extra }, [{ ...scan(1), ...extra }]).block,
  ]
  for (const text of written) expect(text).not.toMatch(/private|internal_notes|file_path/)
})

test('scans are newest first, the block has ten, and the history has all if there are more', () => {
  const given = [scan(1), ...Array.from({ length: 10 }, (_, i) => scan(i + 2)), scan(11, 'eye')]
  const { block, history } = writeVerification({}, given)
  const all = JSON.parse(history ?? '')
  expect(all.slice(0, 3)).toEqual([scan(11, 'eye'), scan(11), scan(10)])
  expect(all).toHaveLength(12)
  expect(readVerification(block)).toMatchObject({ scan_count: 12, scans: all.slice(0, 10) })
  for (const most of [1, 11, 12, 13])
    expect(readHistory(history ?? '', most)).toEqual(all.slice(0, most))
  expect(readHistory((history ?? '').slice(0, 200 * 2), 2)).toEqual(all.slice(0, 2))
  expect(writeVerification({}, given.slice(0, 10)).history).toBeNull()
})

test('the members of a category are in the order of their length and then of their bytes', () => {
  const attributes = { b: '1', aa: '2', é: '3', a: '4', '\u{1f600}': '5' }
  expect(writeCategoryDetail('other', { type: 'other', zz: [{ bb: 1, a: 2 }], attributes })).toBe(
    '{"type":"other","zz":[{"a":2,"bb":1}],"attributes":{"a":"4","b":"1","aa":"2","é":"3","😀":"5"}}',
  )
})

test('a damaged text is an error that quotes nothing', () => {
  const text = '{"description":1,"notes":"secret","seller":null,"storage_location":null}'
  for (const damaged of [text, 'secret', '{"notes":"secret'])
    expect(() => readDetail(damaged)).toThrow(
      expect.objectContaining({
        name: 'StoredDataError',
        message: expect.not.stringContaining('secret'),
      }),
    )
})
