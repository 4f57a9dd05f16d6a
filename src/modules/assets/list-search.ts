import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../schema/context.ts'
import { parseSearch, SEARCHES_A_MINUTE } from './asset.search.ts'

const MAX_LENGTH = 100

/** How long the text may be, at the end of the description of an argument. */
export const SEARCH_LIMIT = `up to ${MAX_LENGTH} characters, in any case.`

export interface SearchArgs {
  readonly search?: string | null | undefined
}

/** The text to look for in a list; null where there is none. It counts as a search of the caller. */
export async function parseListSearch(
  { search }: SearchArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<string | null> {
  const text = parseSearch(search ?? '', MAX_LENGTH)
  if (text !== null) await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
  return text
}
