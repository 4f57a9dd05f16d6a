import { MAX_TEXT } from '../../values/text.ts'
import type { Schema } from './schema.ts'

const MAX_INT32 = 2 ** 31 - 1

/** How each scalar of GraphQL is sent. A field may be narrower: it says so itself. */
export const SCALARS: Readonly<Record<string, Schema>> = {
  ID: { type: 'string', pattern: '^[\\w-]+$', minLength: 1, maxLength: 64 },
  String: { type: 'string', maxLength: MAX_TEXT },
  // Every Int that is sent is a count, a percentage or a number of a version.
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
