import { z } from 'zod'
import { GatewayError } from '../errors.ts'
import type { JsonObject } from '../http/json-body.ts'
import { parametersOf } from '../rest/parameters.ts'
import { printable } from '../rest/query.ts'
import { isCleanText } from '../values/name.ts'

/** The arguments of a tool as texts, by name. */
export type Texts = Readonly<Record<string, string>>

/**
 * Returns the parser of the arguments of a tool. They become the texts of a query string, which the rules of parameters
 * check. Null is not given. Throws the errors of parameters.
 */
export function argumentsOf(shape: z.ZodRawShape, defaults: Texts): (given: JsonObject) => Texts {
  const check = parametersOf(shape)
  return (given) => {
    const stated = Object.entries(given).filter(([, value]) => value !== null)
    const named = stated.map(([name, value]) => [name, textOf(name, value)])
    const texts: Texts = Object.fromEntries(named)
    check(texts)
    return { ...defaults, ...texts }
  }
}

/** The arguments of a tool as JSON Schema. */
export function schemaOf(shape: z.ZodRawShape): { type: 'object' } & Record<string, unknown> {
  const { properties, required } = z.toJSONSchema(z.object(shape), { io: 'input' })
  return { type: 'object', properties, required, additionalProperties: false }
}

// A program that follows the schema sends whole numbers as numbers.
function textOf(name: string, value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string' && isCleanText(value)) return value
  throw new GatewayError(
    'invalid_parameter',
    `Invalid parameter: ${printable(name)} takes a text without NUL and incomplete characters, or a number.`,
  )
}
