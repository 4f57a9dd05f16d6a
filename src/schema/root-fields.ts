import { defaultFieldResolver, type GraphQLSchema, getNullableType } from 'graphql'
import type { Context } from './context.ts'

/**
 * Makes every root field nullable. A field that fails is null and has an error, and the results of the other fields are
 * still sent. Mutation fields run as timed changes: the time limit of the request ends them.
 */
export function completeRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      field.type = getNullableType(field.type)
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = (parent, args, context: Context, info) =>
      context.changes.run(() => resolve(parent, args, context, info))
  }
  return schema
}
