import { describe, expect, test } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { BROKEN } from './hostile.ts'
import { errorOf, LIST_PATHS } from './read-parameters.ts'

const { assets, valuations } = LIST_PATHS

/** The values, of those that are given, which one of the paths does not reject as it should. */
function accepted(values: readonly string[], name: string, paths: readonly string[]) {
  return values.filter((value) =>
    paths.some((path) => {
      const { code = '', message = '' } = errorOf(path, `${name}=${value}`) ?? {}
      const isRight = code === 'invalid_parameter' && message.includes(name)
      return !isRight || message.length > 500
    }),
  )
}

const bad = [
  ...BROKEN,
  ...words(`
    2026-02-30 2025-02-29 1900-02-29 2026-13-01 2026-00-10 2026-01-00 2026-1-1
    2026-01-01T24:00:00Z 2026-01-01T23:60:00Z 2026-01-01T23:59:60Z 2026-01-01T10Z
    2026-01-01T1000Z 2026-01-01T10:00:00%2B25:00 2026-01-01T10:00:00%2B02:60
    2026-01-01T10:00:00%2B020 2026-01-01T10:00%2B02:00:00 2026-01-01T10:00+02
    2026-01-01T10:00:00+02:00 2026-01-01T10:00:00.Z 2026-01-01T10:00:00.1234567890Z 0000-01-01
    0001-01-01T00:00:00%2B00:01 9999-12-31T23:59:59-00:01 10000-01-01 %2B12026-01-01
    -2026-01-01 1767225600 1767225600000 now yesterday infinity -infinity epoch 2026-0101
    20260101T10:00:00Z 20260132 2026-W01-1 %202026-01-01 2026-01-01%20
  `),
  '2026-01-01 10:00:00Z',
]
test('an instant in any other form is rejected', () => {
  expect(accepted(bad, 'updated_since', [assets])).toEqual([])
  expect(accepted(bad, 'since', [valuations])).toEqual([])
})

testTable(
  words(`
    2024-02-29 2000-02-29 0001-01-01 9999-12-31T23:59:59.999999999Z 2026-01-01t10:00:00z
    2026-01-01T10:00:00%2B23:59 2026-01-01T10:00:00-00:00 2026-01-01T10:00:00.1Z
    2026-01-01T10:00Z 2026-01-01T10:00:00 2026-01-01T10:00 2026-01-01T10:00:00,5Z 20260101
    20260101T100000Z 20260101T1000 20260101T100000.123456%2B0200 2026-01-01T10:00%2B02
    2026-01-01T10:00:00%2B0200 2026-01-01T10:00:00.5-05:30
  `),
)('an instant has one of the forms of ISO 8601', (value) => {
  expect(errorOf(assets, `updated_since=${value}`)).toBeNull()
  expect(errorOf(valuations, `since=${value}`)).toBeNull()
})

describe('a decimal', () => {
  const bad = [
    ...BROKEN,
    ...words(`
    1e3 1E3 1,5 1.000,00 1_000 Infinity -Infinity 0x10 0b1 007 00 -01 .5 5. %2B1 +1 --1 1.2.3
    1%20 1USD %D9%A1 %EF%BC%91
  `),
    ...['1'.repeat(19), '1'.repeat(40), `0.${'1'.repeat(11)}`, '$1'],
  ]
  test('in any other form is rejected', () => {
    expect(accepted(bad, 'min_value', [assets])).toEqual([])
    expect(accepted(bad, 'max_value', [assets])).toEqual([])
  })
})

describe('a page', () => {
  const bad = [
    ...BROKEN,
    ...words(`
    0 -1 1.5 1.0 1e3 2147483648 99999999999 99999999999999999999 %201 1%20 +1 %2B1 01 0x1 1,2
    one %D9%A1
  `),
  ]
  test('in any other form is rejected', () => {
    expect(accepted(bad, 'page', Object.values(LIST_PATHS))).toEqual([])
    expect(accepted(bad, 'page_size', Object.values(LIST_PATHS))).toEqual([])
  })

  test('has a size of 1 to 100', () => {
    const large = ['101', '1000', '2147483647']
    expect(accepted(large, 'page_size', Object.values(LIST_PATHS))).toEqual([])
    expect(errorOf(assets, 'page_size=101')?.message).toContain('1 to 100')
    for (const value of ['1', '100']) expect(errorOf(assets, `page_size=${value}`)).toBeNull()
  })
})

// What has the form of a source is one, and of a cursor, is rejected by its list.
const FORMS: Record<string, RegExp> = { source: /^[a-z]+$/, cursor: /^[\w-]{1,400}$/ }
testTable<[string, string, string[]]>([
  ['category', assets, ['XX', 'watch', 'watches,art', 'hasOwnProperty', 'PM%20']],
  ['include', assets, ['all', '*']],
  ['source', valuations, ['A', '1a', 'a-b', 'a.b', 'a%20b', '*']],
  ['cursor', assets, ['a%20b', 'a=', '/']],
])('one word is rejected in any other form', (name, path, bad) => {
  const broken = BROKEN.filter((value) => !FORMS[name]?.test(value))
  expect(accepted([...broken, ...bad], name, [path])).toEqual([])
})

testTable([
  ['client_id%5B%5D=x', 'client_id[]'],
  ['client_id[]=x', 'client_id[]'],
  ['client_id[0]=x', 'client_id[0]'],
  ['page[size]=1', 'page[size]'],
  ['__proto__=1', '__proto__'],
  ['__proto__[page]=1', '__proto__[page]'],
  ['constructor=1', 'constructor'],
  ['toString=1', 'toString'],
  ['hasOwnProperty=1', 'hasOwnProperty'],
  ['Page=1', 'Page'],
  ['updated_sinc=2026-01-01', 'updated_sinc'],
  ['limit=1', 'limit'],
  ['field=all', 'field'],
  ['=1', 'a parameter'],
  ['%3Cscript%3E=1', 'a parameter'],
  [`${'x'.repeat(10_000)}=1`, 'a parameter'],
  ['p%20age=1', 'a parameter'],
])('the names of parameters are known ones', (query, named) => {
  for (const path of Object.values(LIST_PATHS)) {
    const error = errorOf(path, query)
    expect(error?.code).toBe('unknown_parameter')
    expect(error?.message).toContain(`Unknown parameter: ${named}.`)
    expect(error?.message).not.toContain('<script>')
  }
})

testTable([
  ['page=1&page=1', 'page'],
  ['page=1&p%61ge=2', 'page'],
  ['client_id=x', 'client_id'],
  ['category=art&category=art', 'category'],
  ['__proto__=1&__proto__=2', '__proto__'],
])('the names of parameters are given once', (query, named) => {
  const error = errorOf(assets, query)
  expect(error?.code).toBe('invalid_parameter')
  expect(error?.message).toContain(named)
  expect(error?.message).toContain('more than once')
})

testTable(['%ZZ=1', '%00=1', '%ED%A0%80=1', '%FF'])(
  'the names of parameters can be read',
  (query) => {
    expect(errorOf(assets, query)?.code).toBe('invalid_parameter')
  },
)
