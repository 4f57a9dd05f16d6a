import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { isObject } from '../../src/values/json.ts'

/** The arguments of a field by `Type.field`, where it is not to be asked for without any. */
export type Arguments = Readonly<Record<string, string>>

/** Every field below a type, as the text of a selection, but for those of a type that stands above. Pages are of two. */
export function selectAll(
  type: GraphQLOutputType,
  args: Arguments,
  above: readonly GraphQLObjectType[] = [],
): string {
  const named = getNamedType(type)
  if (isInterfaceType(named)) return ' { __typename category members }'
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields())
    .filter((field) => !above.some((each) => each === getNamedType(field.type)))
    .map((field) => {
      const below = selectAll(field.type, args, [...above, named])
      const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
      return `${field.name}${args[`${named.name}.${field.name}`] ?? page}${below}`
    })
  return ` { ${fields.join(' ')} }`
}

/** The type of that name; throws where there is none. */
export function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`no object type ${name}`)
  return type
}

/** The fields, as `Type.field`, that hold something somewhere in an answer to `selectAll`. */
export function filledFields(type: GraphQLOutputType, answer: unknown): Set<string> {
  const filled = new Set<string>()
  visit(getNamedType(type), answer)
  return filled

  function visit(at: GraphQLOutputType, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) visit(at, item)
    if (!isObjectType(at) || !isObject(value)) return
    for (const [name, field] of Object.entries(at.getFields())) {
      const below = value[name]
      if (below == null || (Array.isArray(below) && below.length === 0)) continue
      filled.add(`${at.name}.${name}`)
      visit(getNamedType(field.type), below)
    }
  }
}
