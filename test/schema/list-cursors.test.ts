import { describe, expect, test } from 'vitest'
import type { Partner, Person } from '../../src/access/caller.ts'
import { type ListOrder, newestFirst } from '../../src/database/ordered.reads.ts'
import { membersOf } from '../../src/schema/list-below.ts'
import { cursorsOf, ListCursors } from '../../src/schema/list-cursors.ts'
import { createEdge } from '../../src/schema/paging.ts'
import { joinCursor, splitCursor } from '../../src/values/cursor.ts'
import { titled } from '../support/titled.ts'

const KEY = 'a key of tests'
const KEY_ID = `key_${'0'.repeat(26)}`
const AT = new Date('2026-01-01T00:00:00.000Z')
const list = new ListCursors(KEY, ['keys', 'user_1'])
const refusal = expect.objectContaining({ code: 'invalid_parameter' })

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

  test.each<[string, ListCursors]>([
    ['another secret', new ListCursors('another', ['keys', 'user_1'])],
    ['another list', new ListCursors(KEY, ['grants', 'user_1'])],
    ['another reader', new ListCursors(KEY, ['keys', 'user_2'])],
    ['no reader', new ListCursors(KEY, ['keys', null])],
    ['one more bound', new ListCursors(KEY, ['keys', 'user_1', null])],
    ['the same texts in other parts', new ListCursors(KEY, ['keys","user_1'])],
    ['the bounds in a part', new ListCursors(KEY, [['keys', 'user_1']])],
  ])('of %s is refused', (_, other) => {
    expect(() => list.read(other.write(['a']), /a/)).toThrow(refusal)
    expect(() => other.read(list.write(['a']), /a/)).toThrow(refusal)
  })

  const [given, other] = [list.write(['a']), list.write(['b'])].map(splitCursor)
  test.each<[string, string]>([
    ['no text', ''],
    ['a short text', 'abc'],
    ['JSON alone', Buffer.from('["a"]').toString('base64url')],
    ['no digest', joinCursor({ digest: Buffer.alloc(0), payload: '["a"]' })],
    ['an empty digest', joinCursor({ digest: Buffer.alloc(16), payload: '["a"]' })],
    ['a digest alone', joinCursor({ digest: given?.digest ?? Buffer.alloc(0), payload: '' })],
    [
      'the digest of other members',
      joinCursor({ digest: other?.digest ?? Buffer.alloc(0), payload: '["a"]' }),
    ],
    ['a space within', joinCursor({ digest: given?.digest ?? Buffer.alloc(0), payload: '["a" ]' })],
    ['something before it', `AAAA${list.write(['a'])}`],
    ['something after it', `${list.write(['a'])}=`],
    ['a line feed', `${list.write(['a'])}\n`],
    ['no list', joinCursor({ digest: Buffer.alloc(16), payload: '{"a":1}' })],
    ['numbers', joinCursor({ digest: Buffer.alloc(16), payload: '[1]' })],
    ['NUL', '\0'],
    ['a lone surrogate', '\ud800'],
    ['a long text', 'x'.repeat(100_000)],
  ])('that is %s is refused', (_, cursor) => {
    expect(() => list.read(cursor, /a/)).toThrow(refusal)
  })

  test('has every text as it was written', () => {
    for (const text of ['', '\0', '\ud800', '"\n\\', '🍊', 'x'.repeat(1_000)])
      expect(list.read(list.write([text]), /^/)).toEqual([text])
  })
})

// An earlier release of this installation may have signed other members for the same list.
describe('members of another form are refused', () => {
  const order: ListOrder = { columns: [{ sql: () => 'r.name', type: 'text' }], direction: 'ASC' }
  test.each(
    titled([
      ['a\0b', KEY_ID],
      ['x'.repeat(1_001), KEY_ID],
      ['a', 'grant_0'],
      [KEY_ID],
      ['a', 'b', KEY_ID],
    ]),
  )('of an order: %s', (_, members) => {
    expect(() => list.read(list.write(members), ...membersOf(order, 'key'))).toThrow(refusal)
  })

  test.each([
    [['2026-99-01', 'event_0']],
    [['x', 'event_0']],
    [[AT.toISOString(), 'key_0']],
  ])('of an instant: %j', (members) => {
    const newest = membersOf(newestFirst('r.at'), 'event')
    expect(() => list.read(list.write(members), ...newest)).toThrow(refusal)
  })

  test('and those of this one are read', () => {
    const keys = list.write(['a', KEY_ID])
    expect(list.read(keys, ...membersOf(order, 'key'))).toEqual(['a', KEY_ID])
    const events = list.write([AT, 'event_0'])
    expect(list.read(events, ...membersOf(newestFirst('r.at'), 'event'))).toEqual([AT, 'event_0'])
  })
})

test('the cursors of a list are for one reader', () => {
  const partner = (keyId: string): Partner => ({
    kind: 'partner',
    keyId,
    keyName: 'Key',
    environment: 'production',
    tier: 'standard',
    scopes: new Set(['registry']),
    allowedIps: [],
    trustedDocumentsOnly: false,
    secretEnds: false,
    firm: { id: 'firm_1', name: 'Firm' },
  })
  const person = (userId: string): Person => ({
    kind: 'user',
    userId,
    name: 'Ada',
    isStaff: false,
    by: { kind: 'token', id: 'token_1', scopes: [] },
  })
  const written = [
    partner('key_1'),
    partner('key_2'),
    person('user_1'),
    person('user_2'),
    null,
  ].map((caller) => cursorsOf({ caller, deriveSecret: () => KEY }, 'list').write(['a']))
  expect(new Set(written).size).toBe(written.length)
})

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
