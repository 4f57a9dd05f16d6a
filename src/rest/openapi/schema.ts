/** A schema of OpenAPI 3.1, which is JSON Schema. */
export interface Schema {
  readonly [keyword: string]: unknown
}

/** A reference to a schema of the document. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/**
 * An object with these members; those in `optional` may be absent. The object is open: a client must ignore unknown
 * members, because bodies of the same version may get new ones.
 */
export function object(
  properties: Record<string, Schema>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', ...(required.length > 0 && { required }), properties }
}

/** A text of the GraphQL schema with the names of REST: `updated_since` for `updatedSince`. */
export function withRestNames(text: string): string {
  return text.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}

/** The schema, or null. */
export function nullable(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** The schema without its null. */
export function present(schema: Schema): Schema {
  const { anyOf, type, ...others } = schema
  if (Array.isArray(anyOf)) return { ...anyOf[0], ...others }
  return Array.isArray(type) ? { ...schema, type: type[0] } : schema
}

/** The schema without its description. */
export function withoutDescription({ description: _, ...schema }: Schema): Schema {
  return schema
}

/** The members of an object's schema. */
export function propertiesOf({ properties }: Schema): Record<string, Schema> {
  return isMembers(properties) ? properties : {}
}

/** The members of an object's schema that may be absent. */
export function optionalOf(schema: Schema): string[] {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.keys(propertiesOf(schema)).filter((name) => !required.includes(name))
}

function isMembers(value: unknown): value is Record<string, Schema> {
  return typeof value === 'object' && value !== null
}
