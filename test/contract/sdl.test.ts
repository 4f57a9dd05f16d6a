import { readFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

test('schema.graphql is the schema as it is served', () => {
  const printed = `${printSchema(lexicographicSortSchema(schema))}\n`
  expect(readFileSync('schema.graphql', 'utf8')).toBe(printed)
})

test('there is no root by which a node of any kind is found', () => {
  const fields = Object.keys(schema.getQueryType()?.getFields() ?? {})
  expect(fields).not.toContain('node')
  expect(fields).not.toContain('nodes')
})
