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

test('the pages of the portal have their documents', () => {
  expect(names.length).toBeGreaterThan(50)
})

// A page whose document is refused shows nothing at all.
test.each(
  names,
)('%s of the portal may have all of its fields, and counts as few requests', (name) => {
  expect(costOf(schema, document, name, {}).requests).toBeLessThanOrEqual(10)
})
