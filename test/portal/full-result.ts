import {
  buildSchema,
  executeSync,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  parse,
} from 'graphql'
import sdl from '../../schema.graphql?raw'
import type { TypedDocumentString } from '../../src/portal/generated/graphql.ts'

const SCHEMA = buildSchema(sdl)

const SCALARS: Readonly<Record<string, unknown>> = {
  ID: 'x1',
  // A currency is a string too, and is formatted.
  String: 'USD',
  Int: 3,
  Float: 20,
  Boolean: true,
  Decimal: '2',
  Date: '2026-06-01',
  DateTime: '2026-06-01T03:00:00Z',
  CategoryMembers: { type: 'watches', brand: 'Maker' },
}

/** A result of an operation with a value in every field and one item in every list. */
export function fullResult<Result, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Result, Variables>,
  variableValues: Variables,
): Result {
  const { data, errors } = executeSync({
    schema: SCHEMA,
    document: parse(String(document)),
    variableValues,
    typeResolver: () => 'WatchesDetail',
    fieldResolver: (_source, _arguments, _context, { returnType }) => exampleOf(returnType),
  })
  if (errors) throw new AggregateError(errors)
  return data as Result
}

function exampleOf(type: GraphQLOutputType): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType)
  if (isListType(type)) return [exampleOf(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.value
  return isScalarType(type) ? SCALARS[type.name] : {}
}
