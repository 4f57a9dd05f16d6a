import { expect, test } from 'vitest'
import { bodySchemas } from '../../src/openapi/bodies.ts'
import { isNode, syntaxOf } from './source-syntax.ts'

// The portal shows the unit beside the value, and the category elsewhere.
const members = Object.keys(bodySchemas().CategoryDetail?.properties ?? {})
  .filter((name) => name !== 'type')
  .map((name) => name.replace(/_(g|ml|km|m2)$/, ''))

const labelled = new Set(
  syntaxOf('src/portal/words/codes.ts').flatMap((node) =>
    node.type === 'Property' && isNode(node.key) ? [node.key.name] : [],
  ),
)

test('the portal has a label in each language for all members of category details', () => {
  expect(members.length).toBeGreaterThan(5)
  expect(members.filter((code) => !labelled.has(code))).toEqual([])
})
