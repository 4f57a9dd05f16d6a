import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { RECOMMENDED_TYPES } from '../../src/modules/assets/completeness.ts'
import { KNOWN_SOURCES } from '../../src/modules/valuations/valuation.type.ts'
import { isNode, syntaxOf } from './source-syntax.ts'

const Document = z.object({
  components: z.object({
    schemas: z.object({
      CategoryDetail: z.object({ properties: z.record(z.string(), z.unknown()) }),
    }),
  }),
})
const { schemas } = Document.parse(JSON.parse(readFileSync('openapi.json', 'utf8'))).components
// The portal shows the unit beside the value, and the category elsewhere.
const members = Object.keys(schemas.CategoryDetail.properties)
  .filter((name) => name !== 'type')
  .map((name) => name.replace(/_(g|ml|km|m2)$/, ''))

const labelled = new Set(
  syntaxOf('src/portal/words/codes.ts').flatMap((node) =>
    node.type === 'Property' && isNode(node.key) ? [node.key.name] : [],
  ),
)

test.each([
  ['sources of a valuation', KNOWN_SOURCES],
  ['recommended documents', RECOMMENDED_TYPES],
  ['members of category details', members],
])('the portal has a label in each language for all %s', (_, codes) => {
  expect(codes.length).toBeGreaterThan(5)
  expect(codes.filter((code) => !labelled.has(code))).toEqual([])
})
