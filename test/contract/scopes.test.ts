import { readFileSync } from 'node:fs'
import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { SCOPE_DESCRIPTIONS } from '../../src/access/scopes.ts'
import { schema } from '../../src/graphql/schema.ts'
import { BLOCKS } from '../../src/modules/assets/asset.blocks.ts'

test('docs/glossary.md lists every scope with its description', () => {
  const [, section = ''] = readFileSync('docs/glossary.md', 'utf8').split('\n## Scopes\n')
  const [text = ''] = section.split('\n## ')
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, shows]) => [
    name,
    shows,
  ])
  expect(rows).toEqual(Object.entries(SCOPE_DESCRIPTIONS))
})

test('each block of an asset is a field that its scope shows', () => {
  const asset = schema.getType('Asset')
  const fields = isObjectType(asset) ? asset.getFields() : {}
  for (const [scope, { field }] of Object.entries(BLOCKS)) {
    if (field !== null) expect(fields[field]?.extensions.scope, field).toBe(scope)
  }
})
