import { expect, test } from 'vitest'
import { CATEGORY_WORDS, SCOPE_WORDS } from '../../src/modules/grants/grant-terms.ts'
import { formatAction } from '../../src/portal/domain/history/actions.ts'
import { isFilterType } from '../../src/portal/words/asset-filter.ts'
import { CATEGORIES, formatCategory, isCategory } from '../../src/portal/words/categories.ts'
import { formatRecordedOverlap } from '../../src/portal/words/overlaps.ts'
import { ALL_SCOPES, formatScope } from '../../src/portal/words/scopes.ts'
import { testTable } from '../support/test-table.ts'

// Every object has members of these names.
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

testTable([...INHERITED, 'spaceships', ''])('a name that is not known is its own label', (name) => {
  expect([isCategory(name), isFilterType(name)]).toEqual([false, false])
  const labels = [formatCategory(name), formatRecordedOverlap(name), formatScope(name)]
  expect(labels).toEqual([name, name, name])
  expect(formatAction(name)).toBe(name.replaceAll('_', ' '))
})

test('the words of the consent sentence, which the server writes, are those of the pages', () => {
  expect(CATEGORIES).toEqual(CATEGORY_WORDS)
  for (const scope of ALL_SCOPES) expect(SCOPE_WORDS[scope]).toMatch(`${formatScope(scope)} (`)
})
