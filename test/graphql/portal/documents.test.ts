import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { costOf } from '../../../src/graphql/cost.ts'
import { schema } from '../../../src/graphql/schema.ts'

const FOLDER = 'src/portal'
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
const texts = files
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
const document = parse(texts.join('\n'))
const names = document.definitions.flatMap((definition) =>
  definition.kind === 'OperationDefinition' && definition.name ? [definition.name.value] : [],
)

// A page whose document is refused shows nothing at all.
test('the documents of the portal may have all of their fields, and count as few requests', () => {
  expect(names.length).toBeGreaterThan(50)
  const costly = names.filter((name) => costOf(schema, document, name, {}).requests > 10)
  expect(costly).toEqual([])
})
