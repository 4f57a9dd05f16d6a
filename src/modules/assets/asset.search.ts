import { someContains } from '../../database/reader-text.ts'
import type { Params } from '../../database/statement.ts'
import { GatewayError } from '../../errors.ts'
import { characterCount, isCleanText } from '../../values/name.ts'

const MAX_SEARCH_LENGTH = 200

/**
 * How often a caller may search in a minute. A search reads all titles of a portfolio; this limit allows one search for each
 * typed character.
 */
export const SEARCHES_A_MINUTE = 120

/** The trimmed text of a search; null for an empty search. Throws `invalid_parameter`. */
export function parseSearch(text: string, most = MAX_SEARCH_LENGTH): string | null {
  const search = text.trim()
  if (characterCount(search) > most || !isCleanText(search)) {
    throw new GatewayError(
      'invalid_parameter',
      `search takes up to ${most} characters of well-formed text.`,
    )
  }
  return search === '' ? null : search
}

/** The condition that asset `alias` has the text in its title or registry id, in any case. */
export function matchesSearch(search: string, alias: string, params: Params): string {
  return someContains([`${alias}.title`], search, params, [`${alias}.registry_id`])
}
