import { describe, expect, test } from 'vitest'
import { type ListOrder, newestFirst } from '../../src/database/ordered.reads.ts'
import { membersOf } from '../../src/schema/list.type.ts'
import { cursorsOf, ListCursors } from '../../src/schema/list-cursors.ts'
import { RowEdge } from '../../src/schema/paging.ts'
import { joinCursor, splitCursor } from '../../src/values/cursor.ts'
import { takenRows } from '../support/tables.ts'

const KEY = 'a key of tests'
const KEY_ID = `key_${'0'.repeat(26)}`
const AT = new Date('2026-01-01T00:00:00.000Z')
const by = { kind: 'token', id: 'token_1', scopes: [] } as const
const caller = { kind: 'user', userId: 'user_1', name: 'Ada', isStaff: false, by } as const
const list = cursorsOf({ caller, deriveSecret: () => KEY }, 'keys')
const refused = { code: 'invalid_parameter' }

describe('a cursor', () => {
  test('is the same in every process and after every restart, and has the form of the parameter', () => {
    const cursor = list.write(['a', 'b'])
    expect(new ListCursors(KEY, ['keys', 'user_1']).read(cursor, /a/, /b/)).toEqual(['a', 'b'])
    expect(cursor).toMatch(/^[\w-]{1,400}$/)
  })

  // Another text would end every walk that began in the release before.
  test('is the same in every release', () => {
    expect(list.write([AT, 'event_0'])).toBe(
      'EC0IzHxQaAYaGbjKdhd4EVsiMjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIiwiZXZlbnRfMCJd',
    )
    const texts = [AT.toISOString(), 'true', '-5', '9223372036854775807']
    expect(list.write([AT, true, -5, 2n ** 63n - 1n])).toBe(list.write(texts))
  })

  test('of another secret, list or reader is refused', () => {
    const others = [
      new ListCursors('another', ['keys', 'user_1']),
      ...[
        ...[['grants', 'user_1'], ['keys', 'user_2'], ['keys'], ['keys', null]],
        ...[['keys', 'user_1', null]],
        // The same texts in other parts.
        ...[['keys","user_1'], [['keys', 'user_1']]],
      ].map((bounds) => new ListCursors(KEY, bounds)),
    ]
    const read = (other: ListCursors) => list.read(other.write(['a']), /a/)
    const readBy = (other: ListCursors) => other.read(list.write(['a']), /a/)
    expect(takenRows(others, read, refused)).toEqual([])
    expect(takenRows(others, readBy, refused)).toEqual([])
  })

  test('that is forged, cut or another text is refused', () => {
    const nothing = Buffer.alloc(0)
    const [given = nothing, other = nothing] = [['a'], ['b']].map(
      (members) => splitCursor(list.write(members))?.digest ?? nothing,
    )
    const forged: readonly (readonly [digest: Buffer, payload: string])[] = [
      ...[nothing, Buffer.alloc(16), other].map((digest) => [digest, '["a"]'] as const),
      ...['', '["a" ]'].map((payload) => [given, payload] as const),
      ...['{"a":1}', '[1]'].map((payload) => [Buffer.alloc(16), payload] as const),
    ]
    const cursor = list.write(['a'])
    const texts = ['', 'abc', '\0', '\ud800', `AAAA${cursor}`, `${cursor}=`, `${cursor}\n`]
    const cursors = forged.map(([digest, payload]) => joinCursor(digest, payload))
    expect(takenRows([...cursors, ...texts], (text) => list.read(text, /a/), refused)).toEqual([])
  })

  test('has every text as it was written', () => {
    for (const text of ['', '\0', '\ud800', '"\n\\', '🍊', 'x'.repeat(1_000)])
      expect(list.read(list.write([text]), /^/)).toEqual([text])
  })
})

// An earlier release of this installation may have signed other members for the same list.
describe('members of another form are refused', () => {
  const order: ListOrder = { columns: [{ sql: () => 'r.name', type: 'text' }], direction: 'ASC' }
  const newest = membersOf(newestFirst('r.at'), 'event')

  test('of an order, and of an instant', () => {
    const ofOrder = [
      ...[['a\0b', KEY_ID], ['x'.repeat(1_001), KEY_ID], ['a', 'grant_0'], [KEY_ID]],
      ['a', 'b', KEY_ID],
    ]
    const readKeys = (members: string[]) =>
      list.read(list.write(members), ...membersOf(order, 'key'))
    expect(takenRows(ofOrder, readKeys, refused)).toEqual([])
    const ofInstant = [
      ['2026-99-01', 'event_0'],
      ['x', 'event_0'],
      [AT.toISOString(), 'key_0'],
    ]
    const readEvents = (members: string[]) => list.read(list.write(members), ...newest)
    expect(takenRows(ofInstant, readEvents, refused)).toEqual([])
  })

  test('and those of this one are read', () => {
    const keys = list.write(['a', KEY_ID])
    expect(list.read(keys, ...membersOf(order, 'key'))).toEqual(['a', KEY_ID])
    const events = list.write([AT, 'event_0'])
    expect(list.read(events, ...newest)).toEqual([AT, 'event_0'])
  })
})

// A document can ask for the cursor of one entry under 50 names, and each costs a digest.
test('the cursor of an entry is written when it is read, and once', () => {
  const written: string[] = []
  const write = (row: string) => {
    written.push(row)
    return `cursor of ${row}`
  }
  const edge = new RowEdge('a', write, 'a')
  expect(written).toEqual([])
  expect([edge.cursor, edge.cursor, edge.node]).toEqual(['cursor of a', 'cursor of a', 'a'])
  expect(written).toEqual(['a'])
})
