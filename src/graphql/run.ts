import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type DocumentNode, execute, type GraphQLSchema, Kind, parse, validate } from 'graphql'
import { StoredDataError } from '../access/stored-data.ts'
import type { Context } from '../schema/builder.ts'
import { causeOf, isInvalidStoredValue } from './errors.ts'

export type Operation<Result, Variables> = TypedDocumentNode<Result, Variables>

/**
 * Returns the function that runs the gateway's own operations, those of the list, with all checks of the schema. It
 * returns the whole result, or throws its first error. The blocks of their assets are texts of JSON.
 */
export function prepareOperations(schema: GraphQLSchema, operations: readonly DocumentNode[]) {
  const prepared = new Map(
    operations.map((operation) => [operation, prepare(schema, operation)] as const),
  )
  return async <Result, Variables extends Record<string, unknown>>(
    operation: Operation<Result, Variables>,
    variableValues: Variables,
    contextValue: Context,
  ): Promise<Result> => {
    const document = prepared.get(operation)
    if (!document) throw new Error('The operation was not prepared at start.')
    const { data, errors } = await execute({ schema, document, variableValues, contextValue })
    const [error] = errors ?? []
    // The operations are valid, so a value that does not fit the type of its field is a stored one.
    if (error && isInvalidStoredValue(error))
      throw new StoredDataError(`field ${error.path?.join('.')}`, 'the value does not fit its type')
    if (error) throw causeOf(error)
    requireRoots(data ?? {})
    return data as Result
  }
}

function prepare(schema: GraphQLSchema, operation: DocumentNode): DocumentNode {
  const document = withBlockTexts(operation)
  const [error] = validate(schema, document)
  if (error) throw error
  return document
}

// The documents select the members of an asset, because the types and the description of REST come from them. The
// operation that runs selects the texts of its blocks instead, and `registry_id`, which the links of the asset contain.
const BODY = parse(
  'fragment AssetBody on Asset { registry_id: registryId blocks: blockTexts }',
).definitions

function withBlockTexts(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.flatMap((each) =>
    each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === 'AssetBody' ? BODY : each,
  )
  return { ...document, definitions }
}

// A root field is null only if it has an error, so null is not part of the result types.
function requireRoots(data: object): void {
  for (const [name, value] of Object.entries(data))
    if (value === null) throw new Error(`The root field ${name} is null without an error.`)
}
