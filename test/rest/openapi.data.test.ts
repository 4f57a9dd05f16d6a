import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parsePart } from '../../src/rest/openapi/fixed-parts.ts'
import { testTable } from '../support/test-table.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'src/rest/openapi')
const openapi = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'))

/** The texts of a value and of its members. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

const shape = z.strictObject({ title: z.string(), limit: z.unknown().optional() })
const part = (source: string) => () => parsePart('part.yaml', source, shape)

testTable([
  ['limit: 1', 'part.yaml', 'title'],
  ['title: A\nsubtitle: B', 'part.yaml', 'subtitle'],
  ['title: A\ntitle: B', 'part.yaml', 'line 2'],
  ['title: A\nlimit: !value MAX_PAGES', 'part.yaml', 'MAX_PAGES'],
])('data of the description an error names the file and the place', (source, file, place) => {
  expect(part(source)).toThrow(file)
  expect(part(source)).toThrow(place)
})

test('data of the description a value of the program has its name', () => {
  expect(part('title: A\nlimit: !value MAX_PAGE_SIZE')()).toEqual({ title: 'A', limit: 100 })
})

testTable(readdirSync(FOLDER).filter((name) => name.endsWith('.yaml')))(
  'data of the description has no text that the document does not contain',
  (name) => {
    const known = textsOf(openapi).join('\n')
    const data = parse(readFileSync(join(FOLDER, name), 'utf8'), {
      merge: true,
      customTags: [{ tag: '!value', resolve: () => null }],
    })
    const texts = textsOf(data)
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => !known.includes(text))).toEqual([])
  },
)
