import { z } from 'zod'

/** A schema of the description of the interface. */
export interface Schema {
  readonly $ref?: string | undefined
  readonly type?: string | string[] | undefined
  readonly description?: string | undefined
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly 'x-extensible-enum'?: readonly unknown[] | undefined
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly items?: Schema | undefined
  readonly oneOf?: readonly Schema[] | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly allOf?: readonly Schema[] | undefined
  readonly additionalProperties?: boolean | Schema | undefined
}

const Schemas: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    'x-extensible-enum': z.array(z.unknown()).optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), Schemas).optional(),
    items: Schemas.optional(),
    oneOf: z.array(Schemas).optional(),
    anyOf: z.array(Schemas).optional(),
    allOf: z.array(Schemas).optional(),
    additionalProperties: z.union([z.boolean(), Schemas]).optional(),
  }),
)

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: Schemas.default({}),
  example: z.unknown().optional(),
})

const Content = z.object({
  schema: Schemas.default({}),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
})

const Header = z.object({ description: z.string().default('') })

const Answer = z.object({
  description: z.string(),
  headers: z.record(z.string(), Header).default({}),
  content: z.record(z.string(), Content).default({}),
})

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({ description: z.string().default(''), content: z.record(z.string(), Content) })
    .optional(),
  responses: z.record(z.string(), Answer),
})

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
// HEAD is described once, with the reads.
const PathItem = z.partialRecord(z.enum(METHODS), Operation)

const Description = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default('') }),
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  webhooks: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  components: z.object({
    schemas: z.record(z.string(), Schemas),
    securitySchemes: z.record(z.string(), Header).default({}),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
  }),
})

export type Parameter = z.infer<typeof Parameter>
export type Answer = z.infer<typeof Answer>
type OperationObject = z.infer<typeof Operation>

/** An operation with its method and path. */
export interface Operation extends OperationObject {
  readonly method: string
  readonly path: string
}

/** The description of the interface, as far as the pages show it. */
export interface Interface extends Omit<z.infer<typeof Description>, 'paths' | 'webhooks'> {
  readonly operations: readonly Operation[]
  readonly webhooks: readonly Operation[]
}

/** Reads openapi.json. References are replaced by their targets, except references to schemas. */
export function readInterface(text: string): Interface {
  const json: unknown = JSON.parse(text)
  const { paths, webhooks, ...rest } = Description.parse(withParts(json, json))
  return { ...rest, operations: operationsOf(paths), webhooks: operationsOf(webhooks) }
}

function operationsOf(paths: Readonly<Record<string, Record<string, unknown>>>): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const known = Object.entries(item).filter(([name]) => METHODS.some((method) => method === name))
    const operations = PathItem.parse(Object.fromEntries(known))
    return Object.entries(operations).map(([method, operation]) => ({ ...operation, method, path }))
  })
}

/** The value with each reference to a part of `components` replaced, except to a schema. */
function withParts(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withParts(each, root))
  if (typeof value !== 'object' || value === null) return value
  const reference: unknown = Reflect.get(value, '$ref')
  if (typeof reference === 'string' && !reference.startsWith('#/components/schemas/'))
    return withParts(partOf(root, reference), root)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withParts(member, root)]),
  )
}

function partOf(root: unknown, reference: string): unknown {
  const names = reference.replace('#/', '').split('/')
  const part = names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    root,
  )
  if (part === undefined) throw new Error(`openapi.json has no ${reference}`)
  return part
}
