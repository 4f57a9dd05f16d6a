import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../schema/context.ts'
import { parseSearch, SEARCHES_A_MINUTE } from './asset.search.ts'

const MAX_LENGTH = 100

/** The limit of the text, for the end of an argument's description. */
export const SEARCH_LIMIT = `up to ${MAX_LENGTH} characters, in any case.`

export interface SearchArgs {
  readonly search?: string | null | undefined
}

/** The search text for a list; null for an empty one. A search counts against the caller's limit of searches. */
export async function parseListSearch(
  { search }: SearchArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<string | null> {
  const text = parseSearch(search ?? '', MAX_LENGTH)
  if (text !== null) await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
  return text
}
