import { parse } from 'graphql'
import { GatewayError } from '../../src/errors.ts'
import { costOf } from '../../src/graphql/operation-cost.ts'
import { schema } from '../../src/graphql/schema.ts'

/** The cost of an operation, or the code of the error. */
export function measure(
  source: string,
  variables = {},
  name: string | null = null,
): number | string {
  try {
    return costOf(schema, parse(source), name, variables).requests
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown.code
    throw thrown
  }
}

/** The code of the error of a document that is too costly. */
export const COSTLY = 'document_too_costly'

/** The number of members of all objects in a value. */
export function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const below = Object.values(value).reduce((sum: number, each) => sum + membersIn(each), 0)
  return below + (Array.isArray(value) ? 0 : Object.keys(value).length)
}

/** So many selections of a field, each with an alias. */
export const many = (count: number, field: string) =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')
