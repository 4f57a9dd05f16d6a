import { type Area, ERROR_CODE_HEADER } from '../../http/error-body.ts'
import { openList } from '../../values/json-schema.ts'
import RECORDED from './error-examples.json' with { type: 'json' }
import { described, object, type Schema } from './schema.ts'

/** The body of every error by area and code, recorded from real answers of the gateway. */
export const RECORDED_ERRORS: Readonly<Record<Area, Readonly<Record<string, object>>>> = RECORDED

/** The schemas of error bodies. */
export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: object({
    error: described(
      object({
        type: {
          type: 'string',
          ...openList([...new Set(knownCodes('portfolio').map(typeOf))]),
          description: 'The class of the error. An open list.',
        },
        code: {
          type: 'string',
          ...openList(knownCodes('portfolio')),
          description:
            'What a program can act on. An open list: treat a code that you do not know as its `type`. A code never changes its meaning.',
        },
        message: text('What is wrong, for people. Its words can change.'),
        request_id: {
          type: 'string',
          pattern: '^[\\w-]+$',
          maxLength: 64,
          description: 'The same as in `X-Request-Id`.',
        },
      }),
      'The error.',
    ),
  }),
  PlantError: object({
    error: {
      type: 'integer',
      format: 'int32',
      minimum: 400,
      maximum: 599,
      description: `The HTTP status. \`${ERROR_CODE_HEADER}\` has the code.`,
    },
    message: text('What is wrong, for people. Its words can change.'),
  }),
}

/** The header that has the code of every error. */
export const ERROR_CODE = {
  description:
    'The code of the error, for programs: also where the body has none. An open list: treat a code that you do not know by its status.',
  required: true,
  schema: {
    type: 'string',
    ...openList([...new Set([...knownCodes('portfolio'), ...knownCodes('plants')])].sort()),
  },
}

/** An example of every error, recorded from a real answer. */
export const ERROR_EXAMPLES: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(RECORDED_ERRORS).flatMap(([area, byCode]) =>
    Object.entries(byCode).map(([code, value]) => [
      `${area}_${code}`,
      { summary: `${ERROR_CODE_HEADER}: ${code}`, value },
    ]),
  ),
)

function knownCodes(area: Area): string[] {
  return Object.keys(RECORDED_ERRORS[area]).sort()
}

function typeOf(code: string): string {
  const { type } = Object(Object(RECORDED_ERRORS.portfolio[code]).error)
  return String(type)
}

function text(description: string): Schema {
  return { type: 'string', maxLength: 1_000, description }
}
