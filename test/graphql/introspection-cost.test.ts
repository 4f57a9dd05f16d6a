import { executeSync, getIntrospectionQuery, isAbstractType, isObjectType, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { costOf } from '../../src/graphql/cost.ts'
import { schema } from '../../src/graphql/schema.ts'
import { COSTLY, many, measure } from './measured-cost.ts'

describe('introspection counts by what it returns', () => {
  /** The number of members of all objects in a value. */
  const membersIn = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const below = Object.values(value).reduce((sum: number, each) => sum + membersIn(each), 0)
    return below + (Array.isArray(value) ? 0 : Object.keys(value).length)
  }
  const standard = getIntrospectionQuery({ descriptions: false, inputValueDeprecation: true })

  const documents: readonly (readonly [string, Record<string, unknown>?])[] = [
    ['{ __type(name: "X") { name fields { name } } }'],
    ['{ __type(name: "Asset") { name fields { args { type { ofType { name } } } } } }'],
    ['query ($n: String!) { __type(name: $n) { fields { name } } }', { n: 'Asset' }],
    ['{ __schema { types { name kind enumValues { name } possibleTypes { name } } } }'],
    ['{ __schema { directives { name args { name defaultValue } } } }'],
    [`{ __schema { types { fields { ${many(20, 'type { kind }')} } } } }`],
    [
      'query ($no: Boolean = false) { ...F __schema { types { kind } types { ... { kind name } } directives @include(if: $no) { name } } } fragment F on Query { __schema { types { name __typename } } }',
    ],
    [standard],
  ]
  test('exactly', () => {
    for (const [source, variables = {}] of documents) {
      const document = parse(source)
      const { data, errors } = executeSync({ schema, document, variableValues: variables })
      expect(errors).toBeUndefined()
      const { fields, requests } = costOf(schema, document, null, variables)
      expect.soft(fields, source).toBe(membersIn(data))
      expect.soft(requests, source).toBe(Math.ceil(fields / 500))
    }
  })

  test('a long text counts as a field for each 100 characters', () => {
    const described = '{ __type(name: "Asset") { fields { description } } }'
    const named = '{ __type(name: "Asset") { fields { name } } }'
    const fieldsOf = (source: string) => costOf(schema, parse(source), null, {}).fields
    const type = schema.getType('Asset')
    const all = isObjectType(type) ? Object.values(type.getFields()) : []
    const texts = all.map(({ description }) => Math.floor((description ?? '').length / 100))
    expect(all.length).toBeGreaterThan(10)
    expect(fieldsOf(described) - fieldsOf(named)).toBe(texts.reduce((sum, each) => sum + each, 0))
  })

  test('that is too wide is rejected', () => {
    const fields = many(40, 'fields { name type { name ofType { name } } }')
    expect(measure(`{ __schema { types { ${fields} } } }`)).toBe(COSTLY)
  })

  // Such a type would have fields that the cost does not count.
  test('no type is abstract', () => {
    expect(Object.values(schema.getTypeMap()).filter(isAbstractType)).toEqual([])
  })
})
