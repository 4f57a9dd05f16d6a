import { describe, expect, test } from 'vitest'
import { GatewayError } from '../src/errors.ts'
import {
  type Body,
  NEWEST_VERSION,
  resolveVersion,
  toVersion,
  VERSIONS,
  type Version,
} from '../src/versions.ts'

const NOW = new Date('2026-05-01T00:30:00Z')

/** Example versions: the second renames a member, the third adds one. */
const EXAMPLES: readonly [Version, ...Version[]] = [
  { date: '2024-01-01', change: 'The first version.', toOlder: (body) => body },
  {
    date: '2025-03-01',
    change: 'data.title was data.name.',
    toOlder: ({ data, ...rest }) => ({ ...rest, data: renameTitle(data) }),
  },
  { date: '2026-04-30', change: 'sync is new.', toOlder: ({ sync: _sync, ...rest }) => rest },
]

function renameTitle(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('title' in data)) return data
  const { title, ...rest } = data
  return { ...rest, name: title }
}

const codeOf = (header: string | undefined, versions?: readonly [Version, ...Version[]]) => {
  try {
    return resolveVersion(header, NOW, versions)
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown.code
    throw thrown
  }
}

describe('the versions', () => {
  test('are sorted by date without duplicates, and start with the first version', () => {
    const dates = VERSIONS.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect(dates[0]).toBe('2024-01-01')
    expect(NEWEST_VERSION).toBe(dates.at(-1))
    for (const { change } of VERSIONS) expect(change).toMatch(/^\S.*\.$/)
  })
})

describe('the version of a request', () => {
  test.each([
    ['2024-01-01', '2024-01-01'],
    ['2025-02-28', '2024-01-01'],
    ['2025-03-01', '2025-03-01'],
    ['2026-04-29', '2025-03-01'],
    ['2026-04-30', '2026-04-30'],
    ['2026-05-01', '2026-04-30'],
    ['2026-05-02', '2026-04-30'],
    ['2026-05-03', 'invalid_version'],
    ['9999-12-31', 'invalid_version'],
    ['2023-12-31', 'unsupported_version'],
    ['0001-01-01', 'unsupported_version'],
    [undefined, 'missing_version'],
    ['', 'missing_version'],
    ['2024-1-1', 'invalid_version'],
    ['2024-02-30', 'invalid_version'],
    ['2024-13-01', 'invalid_version'],
    ['0000-01-01', 'invalid_version'],
    ['2024-01-01T00:00:00Z', 'invalid_version'],
    ['2024-01-01, 2024-01-01', 'invalid_version'],
    [' 2024-01-01', 'invalid_version'],
    ['-2024-01-01', 'invalid_version'],
  ])('%s: %s', (header, expected) => {
    expect(codeOf(header, EXAMPLES)).toBe(expected)
  })

  test('is checked against the day in UTC', () => {
    expect(resolveVersion('2026-05-02', NOW)).toBe('2024-01-01')
    const before = new Date('2026-04-30T23:59:59.999Z')
    expect(() => resolveVersion('2026-05-02', before)).toThrow(GatewayError)
  })
})

describe('a body', () => {
  const body: Body = { data: { id: 'a', title: 'Watch' }, sync: { as_of: 'x' }, grant: null }
  test.each<[string, Body]>([
    ['2026-04-30', body],
    ['2025-03-01', { data: { id: 'a', title: 'Watch' }, grant: null }],
    ['2024-01-01', { data: { id: 'a', name: 'Watch' }, grant: null }],
  ])('of %s is without the changes of newer versions', (date, expected) => {
    expect(toVersion(body, date, EXAMPLES)).toEqual(expected)
    expect(body).toEqual({ data: { id: 'a', title: 'Watch' }, sync: { as_of: 'x' }, grant: null })
  })

  test('is converted one version at a time, newest first', () => {
    const stepped = (date: string): Version => ({
      date,
      change: '',
      toOlder: ({ steps }) => ({ steps: `${steps} ${date}` }),
    })
    const versions = [stepped('1'), stepped('2'), stepped('3')]
    expect(toVersion({ steps: '' }, '1', versions)).toEqual({ steps: ' 3 2' })
    expect(toVersion({ steps: '' }, '2', versions)).toEqual({ steps: ' 3' })
  })
})
