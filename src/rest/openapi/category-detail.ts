import { object, propertiesOf, ref, type Schema } from './schema.ts'

/**
 * The detail of all categories as one union with the discriminator `type`, and a schema for each category. `byCategory`
 * has the schema of the members of each category.
 */
export function categoryDetailSchemas(
  byCategory: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const categories = Object.keys(byCategory)
  const each = Object.entries(byCategory).map(([category, schema]) => {
    const type = { const: category, type: 'string', description: 'The category of the asset.' }
    const members = propertiesOf(schema)
    return [nameOf(category), object({ type, ...members }, Object.keys(members))] as const
  })
  const union = {
    description:
      'The members of the category that `type` names. Each of them is absent if it is not known.',
    oneOf: categories.map((category) => ref(nameOf(category))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        categories.map((category) => [category, String(ref(nameOf(category)).$ref)]),
      ),
    },
  }
  return { CategoryDetail: union, ...Object.fromEntries(each) }
}

// precious_metals: PreciousMetalsDetail
function nameOf(category: string): string {
  const words = category.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Detail`
}
