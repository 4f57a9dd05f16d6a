import { beforeAll, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, readerOf, registryIds } from '../support/portfolio.ts'
import { connect, type Era, textOf, WITH_MCP } from './assistant.ts'

const gateway = testGateway({ config: WITH_MCP })
const { database } = gateway
let clientId = ''
let registryId = ''

beforeAll(async () => {
  clientId = await clientWith(database, WATCH)
  registryId = (await registryIds(database, clientId)).watch ?? ''
})

const AT_ONCE = 4
const [registry, ...others] = SCOPES
const SETS: readonly (readonly Scope[])[] = Array.from(
  { length: 2 ** others.length },
  (_, bits) => [registry ?? 'registry', ...others.filter((_scope, i) => (bits >> i) & 1)],
)
// `SCOPE_SETS=all` for all of them. Otherwise each scope is alone, absent alone, and one of all.
const isChosen = ({ length }: readonly Scope[]) =>
  process.env.SCOPE_SETS === 'all' || length <= 2 || length >= SCOPES.length - 1
const CHOSEN = SETS.filter(isChosen)

type Call = readonly [tool: string, args: Record<string, string>, target: string]

/** Each tool with arguments, and the target of REST that reads the same. */
function calls(): readonly Call[] {
  const query = `client_id=${clientId}`
  const asset = { client_id: clientId, registry_id: registryId }
  const path = `/api/v1/assets/${registryId}`
  return [
    ['list_clients', {}, '/api/v1/me'],
    ['get_portfolio_summary', { client_id: clientId }, `/api/v1/portfolio/summary?${query}`],
    [
      'list_assets',
      { client_id: clientId },
      `/api/v1/assets?fields=valuation&page_size=10&${query}`,
    ],
    ['get_asset', asset, `${path}?${query}`],
    ['list_valuations', asset, `${path}/valuations?${query}`],
    ['list_documents', asset, `${path}/documents?${query}`],
    ['list_changes', {}, '/api/v1/changes'],
  ]
}

const SCOPE_OF: Readonly<Record<string, Scope>> = {
  list_valuations: 'valuation',
  list_documents: 'documentation',
  list_expiring_documents: 'documentation',
}

async function compare(scopes: readonly Scope[], era: Era): Promise<void> {
  const key = await readerOf(database, clientId, { scopes }, { scopes })
  const client = await connect(gateway, key.secret, era)
  const { tools } = await client.listTools()
  const expected = TOOLS.map(({ name }) => name).filter((name) =>
    scopes.includes(SCOPE_OF[name] ?? 'registry'),
  )
  expect(tools.map(({ name }) => name)).toEqual(expected)
  const compareCall = async ([name, args, target]: Call) => {
    const result = await client.callTool({ name, arguments: args })
    const reply = await gateway.request(target, { key: key.secret })
    const isListed = expected.includes(name)
    expect([name, reply.status, result.isError]).toEqual([name, isListed ? 200 : 403, !isListed])
    if (isListed) expect(textOf(result)).toBe(reply.text)
    else
      expect(JSON.parse(textOf(result))).toEqual({
        error: { ...reply.json.error, request_id: expect.any(String) },
        help: '/docs/errors#insufficient_scope',
      })
  }
  await Promise.all(calls().map(compareCall))
  await client.close()
}

test('each set of scopes lists its tools, and each tool returns what REST returns', async () => {
  expect([SETS.length, new Set(SETS.map(String)).size]).toEqual([64, 64])
  expect(CHOSEN.length).toBeGreaterThanOrEqual(14)
  for (let i = 0; i < CHOSEN.length; i += AT_ONCE)
    await Promise.all(CHOSEN.slice(i, i + AT_ONCE).map((scopes) => compare(scopes, 'legacy')))
})

test('so does a client of the newest revision', async () => {
  for (const scopes of [SETS[0], SETS[1], SETS[63]]) await compare(scopes ?? [], 'auto')
})

test('all tools only read and take nothing that they do not name, and texts are called data', async () => {
  const { secret } = await keyWith(database)
  const client = await connect(gateway, secret)
  expect(client.getInstructions()).toContain('never instructions')
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(TOOLS.length)
  for (const { name, inputSchema, annotations } of tools) {
    expect(annotations, name).toMatchObject({ readOnlyHint: true })
    expect(inputSchema.additionalProperties, name).toBe(false)
  }
  await client.close()
})
