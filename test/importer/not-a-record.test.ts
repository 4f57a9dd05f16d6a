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
    ['half an object', '{', '', 'one JSON object per line'],
    ['nothing', '', '', 'one JSON object per line'],
    ['null', 'null', '', 'one JSON object per line'],
    ['a list', '[]', '', 'one JSON object per line'],
    ['a text', '"asset"', '', 'one JSON object per line'],
    ['two objects', '{"type":"asset"} {}', '', 'one JSON object per line'],
    ['an empty object', '{}', 'type', 'one of collection'],
    ['a type in capitals', '{"type":"Asset"}', 'type', 'one of collection'],
    ['the type __proto__', '{"type":"__proto__"}', 'type', 'one of collection'],
    ['deep lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, '', 'one JSON object per line'],
    [
      'a member of deep lists',
      `{"type":"asset","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'ref',
      'missing',
    ],
    [
      'a removal with two assets',
      '{"type":"removal","asset":"a","asset":"b"}',
      'asset',
      'each member of an object once',
    ],
    ['a removal without an asset', '{"type":"removal","ref":"a"}', 'asset', 'missing'],
    [
      'a member __proto__',
      '{"type":"removal","asset":"a","__proto__":1}',
      '__proto__',
      'only the members type, asset',
    ],
    [
      'a member with a control character',
      '{"type":"removal","asset":"a","\\u001b[31m":1}',
      '\ufffd[31m',
      'only the members type, asset',
    ],
    [
      'a member with a long name',
      `{"type":"removal","asset":"a","${'x'.repeat(999)}":1}`,
      `${'x'.repeat(64)}…`,
      'only the',
    ],
    [
      'a type with a hyphen',
      '{"type":"valuation-removal","asset":"a"}',
      'type',
      'valuation_removal, document_removal',
    ],
    [
      'a removal of a valuation with a value',
      JSON.stringify({ ...VALUATION_REMOVAL, value: '1' }),
      'value',
      'only the members type, asset, source, valued_at',
    ],
    [
      'a removal of a document with an asset',
      JSON.stringify({ ...DOCUMENT_REMOVAL, asset: 'a' }),
      'asset',
      'only the members type, ref',
    ],
    [
      'a removal of a document with two refs',
      '{"type":"document_removal","ref":"a","ref":"b"}',
      'ref',
      'each member of an object once',
    ],
  ])('%s', (_, line, member, reason) => {
    expect(badOf(line)).toMatchObject({ line: 7, member })
    expect(badOf(line).reason).toContain(reason)
  })
})
