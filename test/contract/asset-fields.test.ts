import { describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { BLOCKS, type Block } from '../../src/modules/assets/asset.blocks.ts'
import { STORED_BLOCKS } from '../../src/modules/assets/stored-blocks.ts'
import {
  ExportedAssetsDocument,
  OwnAssetDocument,
  PreviewExampleDocument,
} from '../../src/portal/generated/graphql.ts'
import { AssetDocument, AssetsDocument } from '../../src/rest/operations/generated/graphql.ts'
import { objectType } from './full-selection.ts'
import { fieldsBelow, selectedBelow } from './selected-fields.ts'

const OTHER_NAMES: Readonly<Record<string, string>> = {
  category_detail: 'categoryDetail',
  document_types: 'documentation.completenessScore',
}

/** An asset has content without these: they come with another column. */
const NO_CONTENT_ALONE = ['valued_at', 'document_types']

const CACHE_IDS = [
  ...['valuation', 'detail', 'documentation', 'estate', 'verification'].map((of) => `${of}.id`),
  ...['estate.heirs.id', 'estate.readiness.id', 'verification.scans.id'],
]
const NOT_IN_PORTAL = [...CACHE_IDS, 'id']

/** Each view of whole assets: its operation, the place of the asset in it, and the fields that it leaves out. */
const SHOWN = {
  'one asset over REST': [AssetDocument, 'portfolio.asset', CACHE_IDS],
  'a list over REST': [AssetsDocument, 'portfolio.assets.nodes', CACHE_IDS],
  'the page of an asset': [OwnAssetDocument, 'portfolio.asset', NOT_IN_PORTAL],
  'the export of the portal': [ExportedAssetsDocument, 'portfolio.assets.nodes', NOT_IN_PORTAL],
  'the preview of a grant': [
    PreviewExampleDocument,
    'grantPreview.example',
    [...NOT_IN_PORTAL, 'createdAt', 'updatedAt'],
  ],
} as const

const fields = fieldsBelow(objectType(schema, 'Asset'))

describe.each(SCOPES)('the block %s', (scope) => {
  const { field, columns, hasContent }: Block = BLOCKS[scope]

  test('has a GraphQL field for each column, and for each member of its text', () => {
    const members = Object.entries(STORED_BLOCKS).flatMap(([name, checks]) =>
      name === scope ? Object.keys(checks) : [],
    )
    const typed = Object.keys(columns).filter((name) => name !== scope || members.length === 0)
    const expected = [...typed, ...members].map(
      (name) => OTHER_NAMES[name] ?? [field ?? [], camelCase(name)].flat().join('.'),
    )
    expect(expected.filter((name) => !fields.includes(name))).toEqual([])
  })

  test('has content if one of its columns has a value', () => {
    const ignored = Object.entries(columns)
      .filter(([name, check]) => check(null) && !hasContent.includes(`a.${name} `))
      .map(([name]) => name)
    const isAlways = hasContent === 'true'
    expect(ignored.filter((name) => !isAlways && !NO_CONTENT_ALONE.includes(name))).toEqual([])
  })
})

test.each(Object.entries(SHOWN))('%s selects every field of an asset', (_name, shown) => {
  const [document, place, leftOut] = shown
  const selected = selectedBelow(document, place)
  const missing = fields.filter((name) => !selected.has(name))
  expect(missing.sort()).toEqual([...leftOut].sort())
})

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_underscore, letter: string) => letter.toUpperCase())
}
