import { expect } from 'vitest'
import { parseLine } from '../../src/importer/read-source.ts'
import { recordSchema } from '../../src/importer/record-schema.ts'
import { testTable } from '../support/test-table.ts'
import { DOCUMENT_REMOVAL, VALUATION_REMOVAL } from './bad-members.ts'

const SCHEMA = recordSchema(Date.now)

function badOf(text: string) {
  const parsed = parseLine({ number: 7, text }, SCHEMA)
  if (!('bad' in parsed)) throw new Error('The line was taken.')
  const [first] = parsed.bad
  if (!first) throw new Error('The line is bad for no reason.')
  return first
}

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const JSON_OBJECT = 'one JSON object per line'
const ONLY = 'only the members'
const of = (record: object, more: object) => JSON.stringify({ ...record, ...more })

testTable([
  ['{', '', JSON_OBJECT],
  ['', '', JSON_OBJECT],
  ['null', '', JSON_OBJECT],
  ['[]', '', JSON_OBJECT],
  ['"asset"', '', JSON_OBJECT],
  ['{"type":"asset"} {}', '', JSON_OBJECT],
  [DEEP, '', JSON_OBJECT],
  ['{}', 'type', 'one of collection'],
  ['{"type":"Asset"}', 'type', 'one of collection'],
  ['{"type":"__proto__"}', 'type', 'one of collection'],
  ['{"type":"valuation-removal"}', 'type', 'valuation_removal, document_removal'],
  [`{"type":"asset","x":${DEEP}}`, 'ref', 'missing'],
  ['{"type":"removal","ref":"a"}', 'asset', 'missing'],
  ['{"type":"removal","asset":"a","asset":"b"}', 'asset', 'each member of an object once'],
  ['{"type":"document_removal","ref":"a","ref":"b"}', 'ref', 'each member of an object once'],
  ['{"type":"removal","asset":"a","__proto__":1}', '__proto__', `${ONLY} type, asset`],
  ['{"type":"removal","asset":"a","\\u001b[31m":1}', '\ufffd[31m', ONLY],
  [`{"type":"removal","asset":"a","${'x'.repeat(99)}":1}`, `${'x'.repeat(64)}…`, 'only the'],
  [of(VALUATION_REMOVAL, { value: '1' }), 'value', `${ONLY} type, asset, source, valued_at`],
  [of(DOCUMENT_REMOVAL, { asset: 'a' }), 'asset', `${ONLY} type, ref`],
])(
  'a line that is not a record is reported with its number, member and reason',
  (line, member, reason) => {
    expect(badOf(line)).toMatchObject({ line: 7, member })
    expect(badOf(line).reason).toContain(reason)
  },
)
