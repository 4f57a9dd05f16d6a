import { z } from 'zod'
import { Schema } from './schema.ts'

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
    /** Errors by their codes. */
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

/** An operation with its method and path. */
export interface Operation extends OperationObject {
  readonly method: string
  readonly path: string
}
