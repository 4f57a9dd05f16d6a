/** The JSON Schema of an object, as far as a program needs it to take a result apart. */
export type ObjectSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

// New members may come: no schema closes its object. docs/ and openapi.json describe the members of each.
const objectOf = (properties: Record<string, object>): ObjectSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const OTHER_MEMBERS: Readonly<Record<string, object>> = {
  grant: { type: 'object', description: 'The grant that showed it: its scopes and asset filter.' },
  key: { type: 'object', description: 'The key itself.' },
  completeness: { type: 'object', description: 'How many of the recommended documents there are.' },
}

function otherMembers(names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, OTHER_MEMBERS[name] ?? {}]))
}

/** The result of a tool that reads a list. */
export function list(description: string, ...names: string[]): ObjectSchema {
  return objectOf({
    data: { type: 'array', items: { type: 'object' }, description },
    ...otherMembers(names),
  })
}

/** The result of a tool that reads one thing. */
export function one(description: string, ...names: string[]): ObjectSchema {
  return objectOf({ data: { type: 'object', description }, ...otherMembers(names) })
}
