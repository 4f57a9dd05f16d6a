import { expect, test } from 'vitest'
import { newestShown } from '../../src/access/newest-changes.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { testTable } from '../support/test-table.ts'

const FIRST = '2026-01-01T00:00:00+00:00'
const SECOND = '2026-01-02T00:00:00+00:00'
const THIRD = '2026-01-03T00:00:00+00:00'
const NEVER = '1970-01-01T00:00:00Z'

/** The newest removal, then the newest change of each scope: all of them first, except those given. */
const changes = (removed: string | null, given: Partial<Record<Scope, string>> = {}) => [
  removed,
  ...SCOPES.map((scope) => given[scope] ?? FIRST),
]
type Row = [string, (string | null)[], Scope[], string, string | null]

testTable<Row>([
  [
    'of a visible scope',
    changes(null, { valuation: SECOND }),
    ['registry', 'valuation'],
    NEVER,
    SECOND,
  ],
  [
    'of a hidden scope, which is not shown',
    changes(null, { estate: THIRD }),
    ['registry'],
    NEVER,
    FIRST,
  ],
  ['of a removal', changes(THIRD, { registry: SECOND }), ['registry'], NEVER, THIRD],
  ['before a removal that is not shown any more', changes(SECOND), ['registry'], SECOND, FIRST],
  [
    'of nothing, in an empty portfolio',
    [null, ...SCOPES.map(() => null)],
    ['registry'],
    NEVER,
    null,
  ],
])('the newest change is that', (_name, row, scopes, completeFrom, at) => {
  const { at: found } = newestShown(row, new Set(scopes), new Date(completeFrom))
  expect(found).toEqual(at === null ? null : new Date(at))
})

test('a time that cannot be read is damage, and never an empty delta', () => {
  for (const damaged of [changes('infinity'), changes(null, { registry: 'infinity' })])
    expect(() => newestShown(damaged, new Set(['registry']), new Date(0))).toThrow(StoredDataError)
})
