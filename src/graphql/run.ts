import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../schema/context.ts'
import { causeOf } from './present.ts'

/** A document with the types of its result and its variables. */
export type Operation<Result, Variables> = TypedDocumentNode<Result, Variables>

// Our own operations are few and never change: each is compiled once, when it is first run.
const compiled = new WeakMap<DocumentNode, CompiledQuery>()

/**
 * Runs one of our own operations in process, through the schema that serves `/graphql`, with all
 * its checks. Gives the whole result, or throws what stood in its way.
 */
export async function runOperation<Result, Variables extends Record<string, unknown>>(
  schema: GraphQLSchema,
  operation: Operation<Result, Variables>,
  variables: Variables,
  context: Context,
): Promise<Result> {
  const { query } = compiled.get(operation) ?? compile(schema, operation)
  const result: ExecutionResult = await query(null, context, variables)
  const [error] = result.errors ?? []
  if (error) throw causeOf(error)
  return result.data as Result
}

function compile(schema: GraphQLSchema, operation: DocumentNode): CompiledQuery {
  const query = compileQuery(schema, operation)
  if (!isCompiledQuery(query)) {
    const [error = new GraphQLError('The operation cannot be compiled.')] = query.errors ?? []
    throw error
  }
  compiled.set(operation, query)
  return query
}
