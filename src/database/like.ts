import type { Params } from './statement.ts'

/** A text for a LIKE pattern or for `contains` of Prisma, which does not escape the special characters of LIKE. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** The condition that one of the columns contains the text, in any case. */
export function someContains(columns: readonly string[], text: string, params: Params): string {
  const pattern = params.add(`%${escapeLike(text)}%`)
  return `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`
}
