import { GraphQLInt, GraphQLObjectType, GraphQLSchema, parse } from 'graphql'
import { expect, test } from 'vitest'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { type Operation, prepareOperations } from '../../src/graphql/run.ts'
import { executionSchema, schema } from '../../src/graphql/schema.ts'
import { OPERATIONS } from '../../src/rest/operations.ts'
import type { Context } from '../../src/schema/builder.ts'

const anonymous = { caller: null } as Context

test('an operation that does not fit the schema is an error at start', () => {
  expect(() => prepareOperations(executionSchema, OPERATIONS)).not.toThrow()
  // The schema that is served has no texts of blocks.
  expect(() => prepareOperations(schema, OPERATIONS)).toThrow('Text')
})

test('an operation that was not prepared at start is an error, also with the text of a prepared one', async () => {
  const operation: Operation<object, Record<string, never>> = parse('{ __typename }')
  const run = prepareOperations(schema, [parse('{ __typename }')])
  await expect(run(operation, {}, anonymous)).rejects.toThrow('not prepared at start')
})

function countOver(value: unknown) {
  const operation: Operation<object, Record<string, never>> = parse('{ count }')
  const fields = { count: { type: GraphQLInt, resolve: () => value } }
  const query = new GraphQLObjectType({ name: 'Query', fields })
  return prepareOperations(new GraphQLSchema({ query }), [operation])(operation, {}, anonymous)
}

test('an operation gives its value, unless it is null without an error or damaged data, which is not quoted', async () => {
  expect(await countOver(1)).toEqual({ count: 1 })
  await expect(countOver(null)).rejects.toThrow('count is null without an error')
  await expect(countOver('canary')).rejects.toThrow(
    new StoredDataError('field count', 'the value does not fit its type'),
  )
})
