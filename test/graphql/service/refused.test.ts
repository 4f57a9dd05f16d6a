import { createHash } from 'node:crypto'
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { addTrustedDocuments } from '../../../src/modules/trusted-documents/trusted-document.writes.ts'
import { ROUTES } from '../../../src/rest/router.ts'
import { WITH_MCP } from '../../mcp/assistant.ts'
import { testGateway } from '../../support/gateway.ts'
import { serviceWith } from '../../support/service.ts'

const gateway = testGateway({ config: WITH_MCP })
const { database } = gateway
const FIGURES = 'platformFigures(from: "2026-01-01", to: "2026-01-02") { nodes { day } }'

// Every root field but its own: test/graphql/portal/roles.test.ts.
describe('a service account is refused', () => {
  test('every path', async () => {
    const { secret } = await serviceWith(database)
    const others = ['/api/v1/unknown', '/mcp'].map((path) => {
      return { method: 'post', path, area: 'portfolio' }
    })
    for (const { method, path, area } of [...ROUTES, ...others]) {
      const headers = { 'Content-Type': 'application/json' }
      const body = method === 'post' ? { headers, body: '{}' } : {}
      const target = `${path.replace(/:\w+/, 'x')}?client_id=user_x`
      const call = { key: secret, method: method.toUpperCase(), ...body }
      const { status, text } = await gateway.request(target, call)
      expect.soft(status, path).toBe(401)
      // Errors of area B have no code.
      if (area === 'portfolio') expect.soft(text, path).toContain('invalid_api_key')
      if (ROUTES.some((route) => route.path === path))
        expect.soft(text, path).toContain('the fields platformFigures and portfolioFigures of')
      expect(text).not.toContain(secret.slice(0, 16))
    }
  })

  test('a sign-in path, as a request without a credential is', async () => {
    const { secret } = await serviceWith(database)
    const headers = { 'Content-Type': 'application/json', Origin: gateway.url() }
    const call = { method: 'POST', headers, body: '{"password":"x"}' }
    const { status, json } = await gateway.request('/api/auth/confirm', { ...call, key: secret })
    const without = await gateway.request('/api/auth/confirm', call)
    expect([status, json.error.code]).toEqual([without.status, without.json.error.code])
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('trusted documents, by id and by hash, of its own field too', async () => {
    const { secret } = await serviceWith(database)
    const text = `{ ${FIGURES} }`
    const id = createHash('sha256').update(text).digest('hex')
    await addTrustedDocuments(database.prisma, [{ id, name: '', text }])
    const persistedQuery = { version: 1, sha256Hash: id }
    const ask = async (naming: unknown) => {
      const { status, json } = await gateway.graphql('', {
        key: secret,
        body: JSON.stringify(naming),
      })
      return [status, json.errors[0].extensions.code, json.errors[0].message]
    }
    expect(await ask({ documentId: id })).toEqual([
      403,
      'caller_not_allowed',
      expect.stringContaining('do not serve'),
    ])
    // Apollo Client and urql then send the document.
    const unknown = [400, 'invalid_body', 'PersistedQueryNotSupported']
    expect(await ask({ extensions: { persistedQuery } })).toEqual(unknown)
  })
})

test('the figures reach no type of a firm, a person or a portfolio', () => {
  const reached = new Set<string>()
  const visit = (type: GraphQLObjectType) => {
    if (reached.has(type.name)) return
    reached.add(type.name)
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type)
      if (isObjectType(below)) visit(below)
    }
  }
  for (const name of ['platformFigures', 'portfolioFigures']) {
    const root = schema.getQueryType()?.getFields()[name]
    const type = root && getNamedType(root.type)
    if (!isObjectType(type)) throw new Error(`${name} has no object type`)
    visit(type)
  }
  const lists = ['QueryPlatformFiguresConnection', 'QueryPortfolioFiguresConnection']
  const own = ['PageInfo', 'PlatformCount', 'PlatformDay', 'PortfolioFigures']
  const all = [...own, ...lists.flatMap((name) => [name, `${name}Edge`])]
  expect([...reached].sort()).toEqual(all.sort())
})
