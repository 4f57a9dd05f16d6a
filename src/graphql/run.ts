import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import { StoredDataError } from '../access/stored-data.ts'
import type { Context } from '../schema/context.ts'
import { causeOf } from './format-result.ts'
import { InvalidValueError } from './interpreter/complete.ts'
import { PlannedOperation } from './interpreter/execute.ts'

/** A document with the types of its result and its variables. */
export type Operation<Result, Variables> = TypedDocumentNode<Result, Variables>

/** Runs an operation with all checks of the schema. Returns the whole result, or throws its first error. */
type RunOperation = <Result, Variables extends Record<string, unknown>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  context: Context,
) => Promise<Result>

/**
 * Plans the gateway's own operations once, and returns the function that runs them. An operation that is not in the
 * list causes an error.
 */
export function prepareOperations(
  schema: GraphQLSchema,
  operations: readonly DocumentNode[],
): RunOperation {
  const prepared = new Map(operations.map((operation) => [operation, prepare(schema, operation)]))
  return async <Result, Variables extends Record<string, unknown>>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    context: Context,
  ) => {
    const planned = prepared.get(operation)
    if (!planned) throw new Error('The operation was not prepared at start.')
    const result = await planned.execute(variables, context)
    const [error] = result.errors ?? []
    if (error) throw isInvalidStoredValue(error) ? invalidStoredValue(error) : causeOf(error)
    requireRoots(result.data ?? {})
    return result.data as Result
  }
}

// A root field is null only if it has an error, so null is not part of the result types.
function requireRoots(data: object): void {
  for (const [name, value] of Object.entries(data))
    if (value === null) throw new Error(`The root field ${name} is null without an error.`)
}

// The operations are valid, so a value that does not fit the type of its field is a stored one.
function isInvalidStoredValue({ originalError }: GraphQLError): boolean {
  return originalError instanceof InvalidValueError
}

function invalidStoredValue({ path = [] }: GraphQLError): StoredDataError {
  return new StoredDataError(`field ${path.join('.')}`, 'the value does not fit its type')
}

function prepare(schema: GraphQLSchema, document: DocumentNode): PlannedOperation {
  const planned = PlannedOperation.find(schema, document)
  if (!planned) throw new Error('A document of the gateway has no operation.')
  return planned
}
