import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { partnerTypes } from '../../src/docs-pages/graphql-types.ts'
import { schema } from '../../src/graphql/schema.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
let key = ''
beforeAll(async () => {
  key = (await keyWith(gateway.database)).secret
})

const LITERALS: Readonly<Record<string, string>> = {
  Int: '1',
  Boolean: 'true',
  Date: '"2026-01-01"',
  DateTime: '"2026-01-01"',
  Int64: '"1"',
}

/** A value that the type takes. */
function literalOf(type: GraphQLInputType): string {
  const given = getNullableType(type)
  if (isListType(given)) return '[]'
  if (isEnumType(given)) return given.getValues()[0]?.name ?? ''
  if (!isInputObjectType(given)) return LITERALS[given.name] ?? '"x"'
  const required = Object.values(given.getFields()).filter(isRequiredInputField)
  return `{ ${required.map(({ name, type: of }) => `${name}: ${literalOf(of)}`).join(', ')} }`
}

const ROOTS = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ type, field })),
)

test('the root fields that the documentation names are those that do not refuse a key', async () => {
  const served: string[] = []
  for (const { type, field } of ROOTS) {
    const args = field.args.filter(isRequiredArgument)
    const given = args.map((each) => `${each.name}: ${literalOf(each.type)}`).join(', ')
    const selection = isObjectType(getNamedType(field.type)) ? ' { __typename }' : ''
    const text = `${field.name}${given && `(${given})`}${selection}`
    const operation = type === schema.getMutationType() ? 'mutation' : 'query'
    const { json } = await gateway.graphql(`${operation} { ${text} }`, { key })
    const code: unknown = json.errors?.[0].extensions.code
    expect(code, text).not.toBe('invalid_document')
    if (code !== 'caller_not_allowed') served.push(`${type?.name}.${field.name}`)
  }
  const named = partnerTypes(schema).roots.flatMap(({ type, parts }) =>
    parts.map(({ name }) => `${type.name}.${name}`),
  )
  expect(served.sort()).toEqual(named.sort())
})

test('the page of GraphQL types has no field of the portal', () => {
  const { roots, types } = partnerTypes(schema)
  const names = roots.flatMap(({ parts }) => parts.map(({ name }) => name))
  for (const name of ['viewer', 'portfolioTotals', 'newestChanges', 'expiringDocuments'])
    expect(names).toContain(name)
  expect(names).toContain('sandboxScenario')
  const firm = types.find(({ type }) => type.name === 'Firm')
  expect(firm?.parts.map(({ name }) => name)).toEqual(['id', 'name'])
  expect(types.map(({ type }) => type.name)).not.toContain('ApiKey')
})
