import { Kind, type ValueNode } from 'graphql'
import { GatewayError } from '../errors.ts'
import { parseDecimal } from '../values/decimal.ts'
import { ACCEPTED_INSTANT, parseDate, parseInstant } from '../values/instant.ts'
import { parseInt64, parseJsonInt64 } from '../values/int64.ts'
import { builder } from './builder.ts'

builder.scalarType('DateTime', {
  description:
    'An instant: RFC 3339 in UTC with milliseconds. As input, ISO 8601, extended or basic, with any offset, or in UTC without one; or a bare date (midnight UTC).',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
  parseValue: (value) => accept(value, parseInstant, `takes ${ACCEPTED_INSTANT}`),
  // A date of the basic form looks like a number.
  parseLiteral: (node) => accept(textOf(node), parseInstant, `takes ${ACCEPTED_INSTANT}`),
})

builder.scalarType('Date', {
  description: 'A calendar date, YYYY-MM-DD.',
  serialize: (value) => value,
  parseValue: (value) => accept(value, parseDate, 'takes a date of the calendar, YYYY-MM-DD'),
  parseLiteral: (node) =>
    accept(textOf(node), parseDate, 'takes a date of the calendar, YYYY-MM-DD'),
})

builder.scalarType('Decimal', {
  description: 'An exact decimal, as text; never a floating-point number.',
  serialize: (value) => value,
  parseValue: (value) => accept(value, parseDecimal, 'takes a decimal as text, such as "1250.00"'),
  parseLiteral: (node) =>
    accept(textOf(node), parseDecimal, 'takes a decimal as text, such as "1250.00"'),
})

builder.scalarType('Int64', {
  description: 'A whole number of 64 bits, as text, since JSON numbers lose digits past 2^53.',
  serialize: (value) => value.toString(),
  parseValue: (value) => accept(value, parseInt64, 'takes a whole number of 64 bits, as text'),
  parseLiteral: (node) => {
    const isNumber = node.kind === Kind.INT || node.kind === Kind.FLOAT
    const parse = isNumber ? parseJsonInt64 : parseInt64
    return accept(
      isNumber ? node.value : textOf(node),
      parse,
      'takes a whole number of 64 bits, as text',
    )
  },
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

function textOf(node: ValueNode): unknown {
  return node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : null
}

function accept<T>(value: unknown, parse: (text: string) => T | null, accepted: string): T {
  const parsed = typeof value === 'string' ? parse(value) : null
  if (parsed === null) throw new GatewayError('invalid_parameter', `${accepted}.`)
  return parsed
}
