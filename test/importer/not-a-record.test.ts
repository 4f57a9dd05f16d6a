import { describe, expect, test } from 'vitest'
import { parseLine } from '../../src/importer/parse.ts'
import { recordSchema } from '../../src/importer/records.ts'

const VALUATION_REMOVAL = {
  type: 'valuation_removal',
  asset: 'a',
  source: 'spot_price',
  valued_at: '2020-01-01',
}
const DOCUMENT_REMOVAL = { type: 'document_removal', ref: 'd' }

const SCHEMA = recordSchema(Date.now)

function badOf(text: string) {
  const parsed = parseLine({ number: 7, text }, SCHEMA)
  if (!('bad' in parsed)) throw new Error('The line was taken.')
  const [first] = parsed.bad
  if (!first) throw new Error('The line is bad for no reason.')
  return first
}

describe('lines that are not a record', () => {
  test.each([
    ['{', '', 'one JSON object per line'],
    ['', '', 'one JSON object per line'],
    ['null', '', 'one JSON object per line'],
    ['[]', '', 'one JSON object per line'],
    ['"asset"', '', 'one JSON object per line'],
    ['{"type":"asset"} {}', '', 'one JSON object per line'],
    ['{}', 'type', 'one of collection'],
    ['{"type":"Asset"}', 'type', 'one of collection'],
    ['{"type":"__proto__"}', 'type', 'one of collection'],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, '', 'one JSON object per line'],
    [`{"type":"asset","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'ref', 'missing'],
    ['{"type":"removal","asset":"a","asset":"b"}', 'asset', 'each member of an object once'],
    ['{"type":"removal","ref":"a"}', 'asset', 'missing'],
    ['{"type":"removal","asset":"a","__proto__":1}', '__proto__', 'only the members type, asset'],
    [
      '{"type":"removal","asset":"a","\\u001b[31m":1}',
      '\ufffd[31m',
      'only the members type, asset',
    ],
    [`{"type":"removal","asset":"a","${'x'.repeat(999)}":1}`, `${'x'.repeat(64)}…`, 'only the'],
    ['{"type":"valuation-removal","asset":"a"}', 'type', 'valuation_removal, document_removal'],
    [
      JSON.stringify({ ...VALUATION_REMOVAL, value: '1' }),
      'value',
      'only the members type, asset, source, valued_at',
    ],
    [JSON.stringify({ ...DOCUMENT_REMOVAL, asset: 'a' }), 'asset', 'only the members type, ref'],
    ['{"type":"document_removal","ref":"a","ref":"b"}', 'ref', 'each member of an object once'],
  ])('%#', (line, member, reason) => {
    expect(badOf(line)).toMatchObject({ line: 7, member })
    expect(badOf(line).reason).toContain(reason)
  })
})
