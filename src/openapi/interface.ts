import { z } from 'zod'
import { snakeCase } from '../values/text.ts'

const count = z.number().optional()

/** The shape of a schema of OpenAPI 3.1, which is JSON Schema, with the keywords that the documentation shows. */
export const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  'x-extensible-enum': z.array(z.unknown()).readonly().optional(),
  default: z.unknown().optional(),
  minimum: count,
  maximum: count,
  minLength: count,
  maxLength: count,
  maxItems: count,
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
})
export type Schema = z.infer<typeof Schema>

/** Schemas by their names, or the members of an object. */
export type Schemas = Readonly<Record<string, Schema>>

/** Whether a value is a schema, with all schemas in it. */
export const isSchema = (value: unknown): value is Schema => Schema.safeParse(value).success

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** An open object: a client must ignore unknown members, because bodies of the same version may get new ones. */
export function object(properties: Schemas, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

/** A text of the GraphQL schema with the names of REST: `updated_since` for `updatedSince`. */
export function withRestNames(text: string): string {
  return text.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, snakeCase)
}

export function nullable(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** The schema without its null. */
export function present(schema: Schema): Schema {
  const { anyOf, type, ...others } = schema
  if (anyOf) return { ...anyOf[0], ...others }
  return Array.isArray(type) ? { ...schema, type: type[0] } : schema
}

export const text = z.string().min(1)
export const byName = <Shape extends z.ZodType>(shape: Shape) => z.record(z.string(), shape)

export const Described = z.object({ description: text })
export const Parameter = Described.extend({
  name: text,
  in: text,
  required: z.boolean().optional(),
  schema: Schema,
  example: z.union([text, z.number()]),
})
const Content = z.object({
  'application/json': z.object({
    schema: Schema,
    example: z.unknown().optional(),
    examples: byName(z.object({ summary: text, value: z.unknown() })).optional(),
  }),
})
const Answer = Described.extend({
  headers: byName(Described).optional(),
  content: Content.optional(),
})
/** The shape of an operation. A part that operations share is the same object in each of them. */
export const Operation = Described.extend({
  operationId: text,
  summary: text,
  tags: z.array(text),
  security: z.array(byName(z.array(text))),
  parameters: z.array(Parameter),
  requestBody: Described.extend({ required: z.boolean(), content: Content }).optional(),
  responses: byName(Answer),
})

export type Parameter = z.infer<typeof Parameter>
export type Answer = z.infer<typeof Answer>
export type Content = z.infer<typeof Content>
export type OperationObject = z.infer<typeof Operation>

export interface Operation extends OperationObject {
  readonly method: string
  readonly path: string
}
