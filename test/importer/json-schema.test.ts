import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeLine } from '../../src/importer/json-schema.ts'
import { recordSchema } from '../../src/importer/record-schema.ts'
import { UnknownWords } from '../../src/importer/unknown-words.ts'
import { misfits } from '../support/schema.ts'
import { ASSET, DOCUMENT } from './bad-members.ts'
import { FULL } from './full-record.ts'

// The rules of the format of an import that a source can know before it sends a line.

const schema = JSON.parse(JSON.stringify(describeLine()))
const faults = (line: unknown) => misfits(schema, schema, line)
const detailOf = (category: string) =>
  schema.oneOf[1].allOf.find((rule: { if: { properties: { category: { enum: string[] } } } }) =>
    rule.if.properties.category.enum.includes(category),
  ).then.properties.category_detail

test('the JSON Schema accepts every line of the demo, and every member of a record', () => {
  const files = readdirSync('demo').filter((name) => name.endsWith('.ndjson'))
  const lines = files.flatMap((name) => readFileSync(`demo/${name}`, 'utf8').trim().split('\n'))
  expect(lines.length).toBeGreaterThan(1_000)
  const wrong = [...lines.map((line) => JSON.parse(line)), FULL].filter(
    (record) =>
      faults(record).length > 0 ||
      (record.type === 'asset' &&
        misfits(schema, detailOf(record.category), record.category_detail ?? null).length > 0),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['no type', { ref: 'a1' }],
  ['a type that is not known', { type: 'work', ref: 'a1' }],
  ['an asset without a title', { ...ASSET, title: undefined }],
  ['a member that is not known', { ...ASSET, colour: 'red' }],
  ['money as a fraction', { ...ASSET, market_value: 1.5 }],
  ['money with five places', { ...ASSET, market_value: '1.00001' }],
  ['a word that is not one', { ...DOCUMENT, document_type: 'An invoice' }],
])('the JSON Schema refuses %s', (_, line) => {
  expect(faults(JSON.parse(JSON.stringify(line)))).not.toEqual([])
  expect(schema.oneOf[1].properties.title.description).toContain('a text of 1 to 500 characters')
})

test('the detail of a category has its members alone', () => {
  expect(misfits(schema, detailOf('BK'), { author: 'Ada Hale' })).toEqual([])
  expect(misfits(schema, detailOf('books'), { vintage: '1990' })).not.toEqual([])
  expect(JSON.stringify(detailOf('vehicles'))).toContain('The distance driven, in kilometres.')
})

test('words that are not known are told with the nearest known one, each once, at most a hundred', () => {
  const parse = recordSchema(Date.now)
  const words = new UnknownWords()
  const scan = { scanned_at: '2024-01-01', method: 'nfc', result: 'macth' }
  const add = (line: number, record: object) => words.add(line, parse.parse(record))
  for (const [place, document_type] of ['invoise', 'invoice', 'invoise'].entries())
    add(place + 1, { ...DOCUMENT, document_type })
  add(4, { ...ASSET, verification: { scans: [scan, { ...scan, method: 'xrf' }] } })
  expect(words.listed).toEqual([
    { member: 'document_type', word: 'invoise', nearest: 'invoice', line: 1, lines: 2 },
    { member: 'result', word: 'macth', nearest: 'match', line: 4, lines: 1 },
  ])
  for (let line = 0; line < 200; line++) add(line, { ...DOCUMENT, document_type: `kind_${line}` })
  expect(words.listed).toHaveLength(100)
})
