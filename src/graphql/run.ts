import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { StoredDataError } from '../access/stored-data.ts'
import type { Context } from '../schema/context.ts'
import { causeOf } from './format-result.ts'

/** A document with the types of its result and its variables. */
export type Operation<Result, Variables> = TypedDocumentNode<Result, Variables>

/** Runs a compiled operation with all checks of the schema. Returns the whole result, or throws its first error. */
type RunOperation = <Result, Variables extends Record<string, unknown>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  context: Context,
) => Promise<Result>

/**
 * Compiles the gateway's own operations at start, and returns the function that runs them. The compiler writes literals
 * of a document into code that it evaluates, so it must never compile a document of a client. Nothing is compiled
 * later. An operation that is not in the list causes an error.
 */
export function compileOperations(
  schema: GraphQLSchema,
  operations: readonly DocumentNode[],
): RunOperation {
  const compiled = new Map(operations.map((operation) => [operation, compile(schema, operation)]))
  return async <Result, Variables extends Record<string, unknown>>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    context: Context,
  ) => {
    const query = compiled.get(operation)
    if (!query) throw new Error('The operation was not compiled at start.')
    const result: ExecutionResult = await query.query(null, context, variables)
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

// The operations are valid, and an error of a resolver has a cause. So an error of a field without a
// cause is a stored value that does not fit the field's type.
function isInvalidStoredValue({ path, originalError }: GraphQLError): boolean {
  return path !== undefined && !originalError
}

function invalidStoredValue({ path = [] }: GraphQLError): StoredDataError {
  return new StoredDataError(`field ${path.join('.')}`, 'the value does not fit its type')
}

function compile(schema: GraphQLSchema, operation: DocumentNode): CompiledQuery {
  const query = compileQuery(schema, operation)
  if (isCompiledQuery(query)) return query
  const [error = new GraphQLError('The operation cannot be compiled.')] = query.errors ?? []
  throw error
}
