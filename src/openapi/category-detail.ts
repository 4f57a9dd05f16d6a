import { object, ref, type Schema, type Schemas } from './schema.ts'

/**
 * The detail of all categories as one object, with the members of every category. A union of objects would reject the
 * detail of a category that is new. `byCategory` has the schema of the members of each category.
 */
export function categoryDetailSchema(byCategory: Schemas): Schema {
  const members = new Map<string, Member>()
  for (const [category, schema] of Object.entries(byCategory))
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      members.set(name, merge(name, category, member, members.get(name)))
  const described = [...members].map(([name, { schema, texts }]) => [
    name,
    { ...schema, description: describe(texts) },
  ])
  const type = { ...ref('Category'), description: 'The category of the asset.' }
  return {
    description:
      'The members of the category that `type` names. Each of them is absent if it is not known.',
    ...object({ type, ...Object.fromEntries(described) }, [...members.keys()]),
  }
}

/** A member with its descriptions, and the categories of each. */
interface Member {
  readonly schema: Schema
  readonly texts: ReadonlyMap<string, readonly string[]>
}

// A member has one schema in all categories: otherwise a program could not read it without a union.
function merge(name: string, category: string, member: Schema, earlier?: Member): Member {
  const { description = '', ...schema } = member
  if (earlier && JSON.stringify(earlier.schema) !== JSON.stringify(schema))
    throw new Error(`${name} has another schema in ${category} than in earlier categories`)
  const texts = new Map(earlier?.texts)
  texts.set(description, [...(texts.get(description) ?? []), category])
  return { schema, texts }
}

function describe(texts: Member['texts']): string {
  return [...texts]
    .map(([text, categories]) => `${text} Of \`${categories.join('`, `')}\`.`)
    .join('\n\n')
}
