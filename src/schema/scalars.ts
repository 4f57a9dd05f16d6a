import { Kind, type ValueNode } from 'graphql'
import { invalidParameter } from '../errors.ts'
import { ACCEPTED_INSTANT, parseDate, parseInstant } from '../values/instant.ts'
import { ACCEPTED_DECIMAL, parseDecimal, parseInt64, parseJsonInt64 } from '../values/numbers.ts'
import { builder } from './builder.ts'

builder.scalarType('DateTime', {
  description:
    'An instant: RFC 3339 in UTC with milliseconds. As input, ISO 8601, extended or basic, with any offset, or in UTC without one; or a bare date (midnight UTC).',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
  ...accepting(parseInstant, ACCEPTED_INSTANT),
})

builder.scalarType('Date', {
  description: 'A calendar date, YYYY-MM-DD.',
  serialize: (value) => value,
  ...accepting(parseDate, 'a date of the calendar, YYYY-MM-DD'),
})

builder.scalarType('Decimal', {
  description: 'An exact decimal, as text; never a floating-point number.',
  serialize: (value) => value,
  ...accepting(parseDecimal, `${ACCEPTED_DECIMAL}, as text`),
})

builder.scalarType('Int64', {
  description: 'A whole number of 64 bits, as text, since JSON numbers lose digits past 2^53.',
  serialize: (value) => value.toString(),
  ...accepting(parseInt64, 'a whole number of 64 bits, as text', parseJsonInt64),
})

builder.scalarType('ByteCount', {
  description: 'A size in bytes, up to 2^53 − 1.',
  serialize: (value) => value,
})

builder.scalarType('CategoryMembers', {
  description: 'An object with the members that belong to one category of asset.',
  serialize: (value) => value,
})

// The schema that is served does not have it.
builder.scalarType('Block', { serialize: (value) => value })

type Parse<Value> = (text: string) => Value | null

// `parseNumber` parses a literal without quotes. Without it, a decimal point is rejected.
function accepting<Value>(parse: Parse<Value>, accepted: string, parseNumber?: Parse<Value>) {
  const accept = (value: unknown, parseText = parse): Value => {
    const parsed = typeof value === 'string' ? parseText(value) : null
    if (parsed === null) throw invalidParameter(`takes ${accepted}.`)
    return parsed
  }
  return {
    parseValue: (value: unknown) => accept(value),
    parseLiteral: (node: ValueNode) => {
      if (node.kind === Kind.STRING) return accept(node.value)
      // A date of the basic form looks like a number.
      if (node.kind === Kind.INT || (node.kind === Kind.FLOAT && parseNumber))
        return accept(node.value, parseNumber)
      return accept(null)
    },
  }
}
