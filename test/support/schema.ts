/** A JSON Schema, of which the part that OpenAPI descriptions here use is checked. */
interface Schema {
  readonly [keyword: string]: unknown
}

/**
 * Where a value does not fit a schema of the document: one line for each place; none where it fits. With
 * `exact`, an object has only the members that are described, also where others may be added one day.
 */
export function misfits(
  document: unknown,
  schema: unknown,
  value: unknown,
  { at = 'body', exact = false }: { at?: string; exact?: boolean } = {},
): string[] {
  if (!isSchema(schema)) throw new Error(`no schema at ${at}`)
  const within = (part: unknown, inner: unknown, path: string) =>
    misfits(document, part, inner, { at: path, exact })
  if (typeof schema.$ref === 'string') return within(resolve(document, schema.$ref), value, at)
  const found = listOf(schema.allOf).flatMap((part) => within(part, value, at))
  const choices = listOf(schema.anyOf)
  if (choices.length > 0 && choices.every((part) => within(part, value, at).length > 0))
    found.push(`${at} fits none of ${choices.length} choices`)
  const fitting = listOf(schema.oneOf).filter((part) => within(part, value, at).length === 0)
  if (schema.oneOf !== undefined && fitting.length !== 1)
    found.push(`${at} fits ${fitting.length} of its choices`)
  const { type, pattern } = schema
  if (schema.const !== undefined && schema.const !== value) found.push(`${at} is another constant`)
  if (type !== undefined && !typesOf(value).some((each) => [type].flat().includes(each)))
    found.push(`${at} is not ${type}`)
  if (schema.enum !== undefined && !listOf(schema.enum).includes(value))
    found.push(`${at} is not listed`)
  if (typeof pattern === 'string' && typeof value === 'string' && !RegExp(pattern, 'u').test(value))
    found.push(`${at} does not match ${pattern}`)
  if (Array.isArray(value) && schema.items !== undefined)
    return found.concat(value.flatMap((item, i) => within(schema.items, item, `${at}[${i}]`)))
  return isSchema(value) ? [...found, ...memberMisfits(schema, value, within, at, exact)] : found
}

/** The part of a document that a reference within it, such as `#/components/schemas/Plant`, names. */
export function resolve(document: unknown, reference: string): unknown {
  const names = reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce((found, name) => (isSchema(found) ? found[name] : undefined), document)
}

function memberMisfits(
  { required, properties, additionalProperties }: Schema,
  value: Schema,
  within: (part: unknown, inner: unknown, path: string) => string[],
  at: string,
  exact: boolean,
): string[] {
  const known = isSchema(properties) ? properties : {}
  const missing = listOf(required).filter((name) => !Object.hasOwn(value, String(name)))
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const path = `${at}.${name}`
      if (Object.hasOwn(known, name)) return within(known[name], member, path)
      const isClosed =
        additionalProperties === false || (exact && additionalProperties === undefined)
      if (isClosed && properties !== undefined) return [`${path} is unknown`]
      return isSchema(additionalProperties) ? within(additionalProperties, member, path) : []
    }),
  ]
}

function typesOf(value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
