import { expect, test } from 'vitest'
import { bodySchemas } from '../../src/openapi/bodies.ts'
import { KNOWN_CODES } from '../../src/portal/words/codes.ts'

// The portal shows the unit beside the value, and the category elsewhere.
const members = Object.keys(bodySchemas().CategoryDetail?.properties ?? {})
  .filter((name) => name !== 'type')
  .map((name) => name.replace(/_(g|ml|km|m2)$/, ''))

test('the portal has a label in each language for all members of category details', () => {
  expect(members.length).toBeGreaterThan(5)
  expect(members.filter((code) => !KNOWN_CODES.has(code))).toEqual([])
})
