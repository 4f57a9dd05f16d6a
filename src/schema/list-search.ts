import type { GraphQLResolveInfo } from 'graphql'
import { invalidParameter } from '../errors.ts'
import { characterCount, isCleanText } from '../values/text-rules.ts'
import type { Context } from './builder.ts'

const MAX_LENGTH = 200
const MAX_LIST_LENGTH = 100

/** The searches of a caller in a minute: one for each typed character. A search reads all titles of a portfolio. */
export const SEARCHES_A_MINUTE = 120

/** The trimmed text of a search; null for an empty search. Throws `invalid_parameter`. */
export function parseSearch(text: string, most = MAX_LENGTH): string | null {
  const search = text.trim()
  if (characterCount(search) > most || !isCleanText(search)) {
    throw invalidParameter(`search takes up to ${most} characters of well-formed text.`)
  }
  return search === '' ? null : search
}

/** The limit of the text, for the end of an argument's description. */
export const SEARCH_LIMIT = `up to ${MAX_LIST_LENGTH} characters, in any case.`

export interface SearchArgs {
  readonly search?: string | null | undefined
}

/** The search text for a list; null for an empty one. A search counts against the caller's limit of searches. */
export async function parseListSearch(
  { search }: SearchArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<string | null> {
  const text = parseSearch(search ?? '', MAX_LIST_LENGTH)
  if (text !== null) await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
  return text
}
