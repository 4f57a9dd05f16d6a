import { expect, test } from 'vitest'
import { completenessOf } from '../../src/modules/assets/completeness.ts'
import { CATEGORIES } from '../../src/values/categories.ts'
import { words } from '../support/words.ts'

test.each(CATEGORIES)('an appraisal counts for the documentation of %s', (category) => {
  const { score, present, recommended } = completenessOf(category, ['appraisal'])
  expect(present).toEqual(['appraisal'])
  expect(score).toBe(Math.floor(100 / recommended.length))
  expect(score).toBeGreaterThan(0)
  expect(new Set(recommended).size).toBe(recommended.length)
})

test('a gold bar with its five documents is complete', () => {
  const types = words(
    'invoice certificate_of_authenticity appraisal storage_record insurance_policy',
  )
  expect(completenessOf('precious_metals', types)).toMatchObject({ score: 100, missing: [] })
})
