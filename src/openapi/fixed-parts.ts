import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument, type ScalarTag } from 'yaml'
import { z } from 'zod'
import { ERROR_CODES, type ErrorCode, GatewayError } from '../errors.ts'
import type { Area } from '../http/error-body.ts'
import { VERSION } from '../release.ts'
import { LOCAL_SERVER } from '../rest/description.ts'
import { RECORDED_ERRORS } from '../rest/generated/recorded-errors.ts'
import type { Route } from '../rest/route.ts'
import { WORD } from '../values/json.ts'
import { DEFAULT_PAGE_SIZE, MAX_DOCUMENTS, MAX_PAGE_SIZE } from '../values/page-size.ts'
import { MAX_TEXT } from '../values/text-rules.ts'
import { NEWEST_VERSION } from '../versions.ts'
import { byName, Described, Operation, Parameter, Schema, text } from './interface.ts'

/** The codes of the errors that an area has answered. */
export const recordedCodesOf = (area: Area): ErrorCode[] =>
  ERROR_CODES.filter((code) => code in RECORDED_ERRORS[area])

// The values that the data names with `!value`.
const portfolioCodes = recordedCodesOf('portfolio').sort()
const VALUES: Readonly<Record<string, unknown>> = {
  NEWEST_VERSION,
  VERSION,
  LOCAL_SERVER,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  MAX_DOCUMENTS,
  MAX_TEXT,
  WORD: WORD.source,
  ERROR_CODES: [...new Set([...portfolioCodes, ...recordedCodesOf('plants')])].sort(),
  PORTFOLIO_ERROR_CODES: portfolioCodes,
  ERROR_TYPES: [...new Set(portfolioCodes.map((code) => new GatewayError(code, '').type))],
}

const valueTag: ScalarTag = {
  tag: '!value',
  resolve(name, onError) {
    if (!Object.hasOwn(VALUES, name)) onError(`there is no value ${name}`)
    return VALUES[name]
  },
}

const Member = Schema.and(Described)
const codes = z.array(z.enum(ERROR_CODES))
const PathPart = Parameter.omit({ name: true, in: true })

export const DOCUMENT = read(
  'document.yaml',
  z.strictObject({
    openapi: text,
    info: Described.extend({ title: text, version: text, 'x-release': text }),
    servers: z.array(Described.extend({ url: text })),
    tags: z.array(Described.extend({ name: text })),
    securitySchemes: byName(Described.extend({ type: text })),
    parameters: byName(Parameter),
    headers: byName(Described.extend({ schema: Schema })),
  }),
)

/** The requests that the gateway sends, by name. */
export const WEBHOOKS = read('webhooks.yaml', byName(z.strictObject({ post: Operation })))

/** The schemas that do not follow from operations, and what is added to those that do. */
export const SCHEMAS = read(
  'schemas.yaml',
  z.strictObject({
    scalars: byName(Schema),
    additions: byName(byName(Member)),
    schemas: byName(
      z.strictObject({
        description: text.optional(),
        optional: z.array(text).optional(),
        members: byName(Member),
      }),
    ),
  }),
)

export const OPERATIONS = read(
  'operations.yaml',
  z.strictObject({
    areas: z.record(
      z.enum(['portfolio', 'plants']),
      z.strictObject({ errors: codes, unrouted: codes }),
    ),
    operations: byName(
      z.strictObject({
        /** Generated clients have a method of this name. */
        operationId: text,
        summary: text,
        description: text,
        /** The body of a 200; absent if the operation returns a 204. */
        body: Schema.optional(),
        takes: Schema.optional(),
        /** Whether the list has pages, and so a `Link` header. */
        paged: z.boolean().optional(),
        /** The variable parts of the path, where a name means something else than on other paths. */
        path: byName(PathPart).optional(),
        errors: codes.optional(),
      }),
    ),
    requestBody: text,
    query: byName(z.strictObject({ description: text, default: z.number().optional() })),
    examples: byName(z.union([text, z.number()])),
    path: byName(PathPart),
    headers: z.strictObject({ everywhere: z.array(text), unrouted: z.array(text) }),
    responses: byName(text),
  }),
)

/** Examples of bodies, by the names of their schemas. */
export const EXAMPLES = read('examples.yaml', byName(byName(z.unknown())))

export function textsOf({ method, path }: Route) {
  return requireMember(OPERATIONS.operations, `${method} ${path}`)
}

/** The member of a fixed part. Throws if it is missing, so that nothing is left without a description. */
export function requireMember<Value>(
  part: Readonly<Record<string, Value>>,
  name: string,
  kind = 'description',
): Value {
  const value = part[name]
  if (value === undefined) throw new Error(`there is no ${kind} of ${name}`)
  return value
}

function read<Data>(file: string, shape: z.ZodType<Data>): Data {
  return parsePart(file, readFileSync(join(import.meta.dirname, file), 'utf8'), shape)
}

/** The data of a YAML file. Throws with the file and the place of what is wrong or missing. */
export function parsePart<Data>(file: string, source: string, shape: z.ZodType<Data>): Data {
  const document = parseDocument(source, { merge: true, customTags: [valueTag] })
  const [error] = document.errors
  if (error) throw new Error(`${file}: ${error.message}`)
  const data: unknown = document.toJS()
  assertShape(file, data, shape)
  return data
}

// Zod's own result has its keys in the order of the shape. The document keeps the order of the file.
function assertShape<Data>(
  file: string,
  data: unknown,
  shape: z.ZodType<Data>,
): asserts data is Data {
  const { error } = shape.safeParse(data)
  if (error) throw new Error(`${file}: ${z.prettifyError(error)}`)
}
