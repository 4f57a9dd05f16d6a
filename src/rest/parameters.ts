import { z } from 'zod'
import { GatewayError, invalidParameter, missingParameter } from '../errors.ts'
import { CATEGORIES, findCategory } from '../values/categories.ts'
import { splitCursor } from '../values/cursor.ts'
import { MAX_WAIT_SECONDS } from '../values/durations.ts'
import { ACCEPTED_INSTANT, INSTANT_PATTERN, parseDate, parseInstant } from '../values/instant.ts'
import { WORD } from '../values/json.ts'
import { ACCEPTED_DECIMAL, DECIMAL, parseDecimal } from '../values/numbers.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page-size.ts'
import { snakeCase } from '../values/text.ts'
import { ASSET_MEMBERS } from './asset-members.ts'
import { printable } from './query.ts'

const MAX_PAGE = 2 ** 31 - 1
const START = 'start'

// Each parameter has a schema and a description of the accepted values, which errors quote. Parameters are checked
// here, before the grant, so that errors name the parameter. The rules are the same as those of the GraphQL types.
export const clientId = z.string().min(1).max(64).describe('the user id of the client')
export const category = read(
  findCategory,
  'one slug or code of a category, such as watches or WT',
).meta({ pattern: '^[A-Za-z_]+$', maxLength: 32, 'x-extensible-enum': CATEGORIES })
export const decimal = read(parseDecimal, ACCEPTED_DECIMAL).meta({
  pattern: DECIMAL.source,
  maxLength: 30,
})
export const instant = read(
  (text) => parseInstant(text)?.toISOString() ?? null,
  `${ACCEPTED_INSTANT} (in a URL, + is written %2B)`,
).meta({ pattern: INSTANT_PATTERN, maxLength: 35 })
export const source = z
  .string()
  .regex(WORD)
  .max(64)
  .describe('one snake_case word, such as spot_price')
/** The size of a page of assets for an assistant, which reads every byte of it. */
export const smallPageSize = whole(1, DEFAULT_PAGE_SIZE)
/** The registry id as an argument of a tool. On a path it is a part of the path. */
export const registryId = z.string().min(1).max(64).describe('the registry id of an asset')
const CURSOR = 'the next_cursor of a page of this list, or start'
/** The cursor of a search of assets. In the order of titles it has a title: 500 characters of 4 bytes, in base64. */
export const searchCursor = cursorOf(CURSOR, /^[\w-]{1,3067}$/, 3067)
/** The cursor of the list of changes, which has no links. */
export const changesCursor = cursorOf('the next_cursor of an earlier answer, or start')
/** The searched text of a search of assets. No path takes it. */
export const searchText = z
  .string()
  .min(1)
  .max(400)
  .describe('a part of a title or a registry id, up to 200 characters')
/** The order of a search of assets. No path takes it. */
export const assetOrder = z
  .enum(['market_value', 'title', 'updated_at', 'category'])
  .describe('market_value, title, updated_at or category')
export const direction = z.enum(['asc', 'desc']).describe('asc or desc; asc by default')
export const date = read(parseDate, 'a date, such as 2026-11-20')
export const limit = whole(1, MAX_PAGE)
export const wait = whole(0, MAX_WAIT_SECONDS)

export const grantState = z.enum(['active', 'ended']).describe('active or ended')

export const paging = {
  page: whole(1, MAX_PAGE).optional(),
  page_size: whole(1, MAX_PAGE_SIZE).optional(),
  cursor: cursorOf(CURSOR).optional(),
}

export const include = namesOf(
  ['valuations', 'documents'],
  'valuations, documents, or both with a comma',
).meta({ enum: ['valuations', 'documents', 'valuations,documents', 'documents,valuations'] })

export const fields = namesOf(
  ASSET_MEMBERS,
  `names with commas between them, each once, of ${ASSET_MEMBERS.join(', ')}`,
).meta({
  pattern: `^(${ASSET_MEMBERS.join('|')})(,(${ASSET_MEMBERS.join('|')}))*$`,
  maxLength: ASSET_MEMBERS.join().length,
})

export type Parameters<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape, z.core.$strict>>

/**
 * The parser of the parameters of a shape. It throws `missing_parameter`, `invalid_parameter` or `unknown_parameter`,
 * with the name of the parameter and the accepted values.
 */
export function parametersOf<Shape extends z.ZodRawShape>(shape: Shape) {
  // The schema is created once for each path: its creation takes much longer than its use.
  const schema = z.strictObject(shape)
  return (given: Readonly<Record<string, string>>): Parameters<Shape> => {
    const parsed = schema.safeParse(given)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw parameterError(shape, given, issue)
  }
}

function parameterError(
  shape: z.ZodRawShape,
  given: Readonly<Record<string, string>>,
  issue: z.core.$ZodIssue | undefined,
): GatewayError {
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(shape).join(', ') || 'none'
    return new GatewayError(
      'unknown_parameter',
      `Unknown parameter: ${printable(issue.keys[0] ?? '')}. Accepted: ${known}.`,
    )
  }
  const name = String(issue?.path[0] ?? '')
  const takes = `${name} takes ${acceptedBy(shape[name])}.`
  if (!given[name] && !(shape[name] instanceof z.ZodOptional)) return missingParameter(takes)
  return invalidParameter(`Invalid parameter: ${takes}`)
}

function acceptedBy(schema: z.core.$ZodType | undefined): string {
  const described = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return (described && z.globalRegistry.get(described)?.description) ?? 'another value'
}

// `start` is the same as no cursor, for programs that always send one.
function cursorOf(accepted: string, pattern = /^[\w-]{1,400}$/, most = 400) {
  return z
    .string()
    .regex(pattern)
    .max(most)
    .refine((text) => text === START || splitCursor(text) !== null)
    .transform((text) => (text === START ? undefined : text))
    .describe(accepted)
}

function read<Value>(parse: (text: string) => Value | null, accepted: string) {
  const schema = z.string().transform((text, context): Value => {
    const value = parse(text)
    if (value !== null) return value
    context.addIssue(accepted)
    return z.NEVER
  })
  return schema.describe(accepted)
}

// Some of the known names with commas between them. Each may occur once.
function namesOf(known: readonly string[], accepted: string) {
  return read((text) => {
    const names = text.split(',')
    const found = new Set(known.filter((name) => names.includes(name)))
    return found.size === names.length ? found : null
  }, accepted)
}

function whole(minimum: number, maximum: number) {
  const schema = read((text) => {
    const number = /^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : -1
    return number >= minimum && number <= maximum ? number : null
  }, `a whole number from ${minimum} to ${maximum}`)
  return schema.meta({ type: 'integer', format: 'int32', minimum, maximum })
}

// The arguments that are other words in REST, where a message begins with them: `after` is an English word as well.
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['first takes', 'page_size takes'],
  ['after takes', 'cursor takes'],
])

/** Returns the function that puts the names of REST into an error of an operation: `min_value`, not `minValue`. */
export function namesOfRest(parameters: ReadonlySet<string>): (thrown: unknown) => unknown {
  const nameOf = (word: string) => {
    const name = snakeCase(word)
    return parameters.has(name) ? name : word
  }
  return (thrown) => {
    if (!(thrown instanceof GatewayError)) return thrown
    const { code, headers, cause } = thrown
    const message = thrown.message
      .replace(/^[a-z]+ takes/, (start) => RENAMED.get(start) ?? start)
      .replace(/\b[a-z]+[A-Z][A-Za-z]*\b/g, nameOf)
    return message === thrown.message
      ? thrown
      : new GatewayError(code, message, { headers: { ...headers }, cause })
  }
}
