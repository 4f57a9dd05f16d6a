import { MAX_TEXT } from '../../values/text.ts'
import type { Schema } from './schema.ts'

const MAX_INT32 = 2 ** 31 - 1

/** The schema of each GraphQL scalar. A field can have a narrower schema; see `narrower`. */
export const SCALARS: Readonly<Record<string, Schema>> = {
  ID: { type: 'string', pattern: '^[\\w-]+$', minLength: 1, maxLength: 64 },
  String: { type: 'string', maxLength: MAX_TEXT },
  // Every Int in a response is a count, a percentage or a version number.
  Int: { type: 'integer', format: 'int32', minimum: 0, maximum: MAX_INT32 },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
  ByteCount: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  Decimal: { type: 'string', pattern: '^-?(0|[1-9]\\d*)(\\.\\d+)?$', maxLength: 40 },
  DateTime: {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    maxLength: 24,
  },
  Date: { type: 'string', format: 'date', maxLength: 10 },
}
