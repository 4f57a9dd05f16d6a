import { isEnumType } from 'graphql'
import { expect, test } from 'vitest'
import { ASSET_FILTER_TYPES } from '../../src/access/asset-filter.ts'
import { ENVIRONMENTS } from '../../src/access/caller.ts'
import { SCOPES } from '../../src/access/scopes.ts'
import * as stored from '../../src/generated/prisma/enums.ts'
import { schema } from '../../src/graphql/schema.ts'
import { CATEGORIES } from '../../src/values/categories.ts'

function namesOf(type: string): string[] {
  const found = schema.getType(type)
  return isEnumType(found)
    ? found
        .getValues()
        .map(({ name }) => name)
        .sort()
    : []
}

test.each([
  ['Scope', SCOPES, stored.Scope],
  ['Category', CATEGORIES, stored.Category],
  ['AssetFilterType', ASSET_FILTER_TYPES, stored.FilterType],
  ['Environment', ENVIRONMENTS, stored.Environment],
] as const)('%s is the same in the table, the database and GraphQL', (type, table, inDatabase) => {
  expect(Object.values(inDatabase).sort()).toEqual([...table].sort())
  expect(namesOf(type)).toEqual([...table].sort())
})
