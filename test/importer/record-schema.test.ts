import { describe, expect, test } from 'vitest'
import { parseLine } from '../../src/importer/read-source.ts'
import { recordSchema } from '../../src/importer/record-schema.ts'
import { testTable } from '../support/test-table.ts'
import {
  ASSET,
  BAD_INSTANTS,
  BAD_MEMBERS,
  BAD_PERCENTAGES,
  BAD_SCORES,
  DOCUMENT,
  HIDING,
  LATER,
} from './bad-members.ts'

const SECRET = 'THE-PRIVATE-VALUE'

const SCHEMA = recordSchema(() => Date.parse('2026-11-20T09:30:00Z'))

function badMembers(stated: object | string) {
  const text = typeof stated === 'string' ? stated : JSON.stringify(stated)
  const parsed = parseLine({ number: 7, text }, SCHEMA)
  if (!('bad' in parsed)) throw new Error('The line was taken.')
  return parsed.bad
}

function badOf(stated: object | string) {
  const [first, ...more] = badMembers(stated)
  if (!first || more.length > 0) throw new Error(`There are ${more.length} more.`)
  return first
}

function each(member: string, values: readonly unknown[], more: (value: unknown) => object) {
  return values.map((value): [string, object] => [member, more(value)])
}

const heirs = (...of: object[]) => ({
  heirs: of.map((more) => ({ name: 'A', share_percent: 1, ...more })),
})
const ofCategory = (category: string, category_detail: object) => ({ category, category_detail })
const link = (more: object) => ({ share_links: [{ label: 'x', ...more }] })
const scanOf = (ms: number) => ({ scanned_at: new Date(ms).toISOString() })
const scans = (...of: object[]) => ({
  verification: {
    scans: of.map((more) => ({ ...scanOf(0), method: 'nfc', result: 'ok', ...more })),
  },
})

describe('members that are rejected by name', () => {
  testTable(
    BAD_MEMBERS.flatMap(([base, member, values]) =>
      values.map((value) => [`${member} of ${base.type}`, member, value, base] as const),
    ),
  )('have a reason', (_, member, value, base) => {
    const bad = badOf({ ...base, [member]: value })
    expect(bad.member).toBe(member)
    expect(bad.reason).toContain('expected ')
  })

  testTable<[string, object]>([
    ['heirs[1].name', { heirs: [{ name: 'A', share_percent: 1 }, { share_percent: 1 }] }],
    ...each('heirs[0].share_percent', BAD_PERCENTAGES, (share_percent) => heirs({ share_percent })),
    ['heirs[0].age', heirs({ age: 5 })],
    ['heirs[0]', { heirs: ['A'] }],
    ['share_links[0].label', { share_links: [{}] }],
    ['share_links[0].secret', link({ secret: SECRET })],
    ['share_links[0].expires_at', link({ expires_at: 'soon' })],
    ...each('share_links[0].created_at', BAD_INSTANTS, (created_at) => link({ created_at })),
    ...each('share_links[0].created_at', LATER, (created_at) => link({ created_at })),
    ...each('share_links[0].revoked_at', BAD_INSTANTS, (revoked_at) => link({ revoked_at })),
    ...each('share_links[0].revoked_at', ['2026-11-21', '9999-12-31'], (revoked_at) =>
      link({ revoked_at }),
    ),
    ['share_links[0].expires_at', link({ created_at: '2020-01-02', expires_at: '2020-01-01' })],
    ['share_links[0].revoked_at', link({ created_at: '2020-01-02', revoked_at: '2020-01-01' })],
    ...each('verification.scans[0].scanned_at', LATER, (scanned_at) => scans({ scanned_at })),
    ['verification.scans[0].method', scans({ method: undefined })],
    ['verification.scans', scans({}, {})],
    ['verification.scans', scans(...Array.from({ length: 1001 }, (_, i) => scanOf(i)))],
    ['heirs', heirs({ share_percent: 100 }, { share_percent: '0.01' })],
    ['heirs', heirs(...['33.34', '33.33', '33.34'].map((share_percent) => ({ share_percent })))],
    ...each('heirs[0].name', HIDING, (name) => heirs({ name })),
    ...each('share_links[0].label', HIDING, (label) => link({ label })),
    ...each('readiness.gaps[0]', [...HIDING, 5], (gap) => ({ readiness: { gaps: [gap] } })),
    ...['WT', 'CN', 'VH', 'BK', 'MI', 'FS', 'CL'].flatMap((category) =>
      each('category_detail.year', [0, -10000, 10000, 1.5, '-440', true], (year) =>
        ofCategory(category, { year }),
      ),
    ),
    ['category_detail.year_built', ofCategory('RE', { year_built: 0 })],
    ['collections[1]', { collections: ['c', ''] }],
    ...each('readiness.score', BAD_SCORES, (score) => ({ readiness: { score } })),
    ...each('verification.risk_score', BAD_SCORES, (risk_score) => ({
      verification: { risk_score },
    })),
    ['verification.status', { verification: { status: 'Verified' } }],
    ['verification.tamper_state', { verification: { tamper_state: '' } }],
    ['category_detail.weight', { category_detail: { weight: 1 } }],
    ['category_detail.weight', { category_detail: { weight: null } }],
    ['category_detail.type', { category_detail: { type: 'watches' } }],
    ['category_detail.creators[0]', { category_detail: { creators: ['\ud800'] } }],
    ['category_detail.signed', { category_detail: { signed: 'yes' } }],
    ['category_detail', { category_detail: 'oil' }],
    ['category_detail', { category_detail: [] }],
    ['category_detail.year', ofCategory('watches', { year: '1960' })],
    ['category_detail.year', ofCategory('watches', { year: 1960.5 })],
    ['category_detail.purity', ofCategory('PM', { purity: '1.0001' })],
    ['category_detail.purity', ofCategory('PM', { purity: 0.999 })],
    ['category_detail.stones[0].carat', ofCategory('JW', { stones: [{ carat: -1 }] })],
    ['category_detail.certification.name', ofCategory('GM', { certification: { name: 'x' } })],
    ['category_detail.attributes.size', ofCategory('other', { attributes: { size: 5 } })],
    [
      'category_detail.attributes',
      ofCategory('other', { attributes: JSON.parse('{"__proto__":"x"}') }),
    ],
  ])('have their path in the record', (member, more) => {
    expect(badOf({ ...ASSET, ...more }).member).toBe(member)
  })

  test('category_detail.year of -0, which JSON.stringify writes as 0', () => {
    const line = JSON.stringify({ ...ASSET, category: 'WT', category_detail: { year: 0 } })
    expect(badOf(line.replace('"year":0', '"year":-0')).member).toBe('category_detail.year')
  })

  test('are all named, in one go, with the character at which each begins', () => {
    const heirs = '[{"name":"A","share_percent":60},{"name":"\u202e","age":5}]'
    const line = `{"type":"asset","title":"𝒳 \u202e","ref":"a", "category":"books","market_value":-1,
      "category_detail":{"year":0,"pages":5},"heirs":${heirs},"x\\u001b":null,"ref":"b","valued_at":"2062"}`
    const members = badMembers(line)
    expect(members.map(({ member, reason }) => [member, reason.slice(0, 30)])).toEqual([
      ['title', expect.stringMatching(/^expected a text/)],
      ['market_value', expect.stringMatching(/^expected a decimal/)],
      ['valued_at', expect.stringMatching(/^expected an ISO 8601 instant/)],
      ['heirs[1].name', expect.stringMatching(/^expected a text/)],
      ['heirs[1].share_percent', expect.stringMatching(/^missing; expected a percent/)],
      ['heirs[1].age', expect.stringMatching(/^expected only the members/)],
      ['x\ufffd', expect.stringMatching(/^expected only the members/)],
      ['category_detail.year', expect.stringMatching(/^expected a year/)],
      ['category_detail.pages', expect.stringMatching(/^expected only the members/)],
      ['ref', expect.stringMatching(/^expected each member of an/)],
    ])
    const characters = [...line]
    const begins = members.map(({ column }) => {
      const at = (column ?? 0) - 1
      return characters.slice(at, at + 6).join('')
    })
    expect(begins).toEqual([
      ...['"𝒳 \u202e",', '-1,\n  ', '"2062"', '"\u202e","a', '{"name', '5}],"x', 'null,"'],
      ...['0,"pag', '5},"he', '"b","v'],
    ])
  })

  test('are named up to a number, and the others counted', () => {
    const members = badMembers({ ...ASSET, collections: Array.from({ length: 5_000 }, () => 5) })
    expect(members).toHaveLength(21)
    expect(members[19]).toMatchObject({ member: 'collections[19]' })
    const others = { line: 7, column: null, member: '', reason: '4980 more bad members' }
    expect(members[20]).toEqual(others)
  })

  test('the reason does not quote the line', () => {
    const lines = [
      { ...ASSET, internal_notes: [SECRET] },
      { ...ASSET, internal_notes: `${SECRET}\0` },
      { ...ASSET, title: 5, internal_notes: SECRET },
      { ...DOCUMENT, file_path: { [SECRET]: SECRET } },
      { ...DOCUMENT, issued_on: SECRET, file_path: SECRET },
      `{"type":"asset","internal_notes":"${SECRET}`,
    ]
    for (const line of lines) expect(JSON.stringify(badMembers(line))).not.toContain(SECRET)
  })
})
