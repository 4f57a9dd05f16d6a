import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql'
import { expect, test } from 'vitest'
import { StoredDataError } from '../../src/access/stored-data.ts'
import { type Operation, prepareOperations } from '../../src/graphql/run.ts'
import { executionSchema, schema } from '../../src/graphql/schema.ts'
import { OPERATIONS } from '../../src/rest/operations.ts'
import type { Context } from '../../src/schema/context.ts'

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

test('an operation that was prepared runs', async () => {
  const operation: Operation<object, Record<string, never>> = parse('{ hello }')
  expect(await runOver(() => 'Hi', operation)).toEqual({ hello: 'Hi' })
})

test('a root field that is null without an error is an internal error', async () => {
  const operation: Operation<object, Record<string, never>> = parse('{ hello }')
  await expect(runOver(() => null, operation)).rejects.toThrow('hello is null without an error')
})

function runOver(resolve: () => unknown, operation: Operation<object, Record<string, never>>) {
  const fields = { hello: { type: GraphQLString, resolve } }
  const query = new GraphQLObjectType({ name: 'Query', fields })
  return prepareOperations(new GraphQLSchema({ query }), [operation])(operation, {}, anonymous)
}

test('a value that does not fit the type of its field is damaged data, and is not quoted', async () => {
  const operation: Operation<object, Record<string, never>> = parse('{ count }')
  const count = { type: GraphQLInt, resolve: () => 'canary' }
  const query = new GraphQLObjectType({ name: 'Query', fields: { count } })
  const run = prepareOperations(new GraphQLSchema({ query }), [operation])
  await expect(run(operation, {}, anonymous)).rejects.toThrow(
    new StoredDataError('field count', 'the value does not fit its type'),
  )
})
