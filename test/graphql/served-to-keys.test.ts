import { beforeAll, expect, test } from 'vitest'
import { partnerTypes } from '../../src/docs-pages/graphql-page.ts'
import { schema } from '../../src/graphql/schema.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { codeOf } from './portal/fixtures.ts'
import { rootFields } from './root-documents.ts'

const gateway = testGateway()
let key = ''
beforeAll(async () => {
  const { id, secret } = await keyWith(gateway.database)
  await gateway.database.prisma.apiKey.updateMany({ where: { id }, data: { createsLinks: true } })
  key = secret
})

test('the root fields that the documentation names are those that do not refuse a key', async () => {
  const served: string[] = []
  for (const { kind, name, document } of rootFields(schema)) {
    const code = codeOf(await gateway.graphql(document, { key }))
    expect(code, document).not.toBe('invalid_document')
    const type = kind === 'query' ? 'Query' : 'Mutation'
    if (code !== 'caller_not_allowed') served.push(`${type}.${name}`)
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
