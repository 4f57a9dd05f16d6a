import { beforeAll, expect, test } from 'vitest'
import { PAGE_SESSION } from '../../src/access/session-checks.ts'
import { testProcess } from './server.ts'

// Everything that was created with a credential ends with it.
const gateway = testProcess()
let firmId = ''
let keyId = ''
const SIGNED_OUT: Record<string, string> = {}
let admin = { id: '', email: 'mia@example.com', token: '', session: SIGNED_OUT }

beforeAll(async () => {
  const firm = await gateway.orangery('firm', 'create', '--name', 'Hale', '--plan', 'enterprise')
  firmId = firm.id ?? ''
  const argv = ['--firm', firmId, '--name', 'Mia Stone', '--email', admin.email, '--role', 'admin']
  const member = await gateway.orangery('member', 'create', ...argv)
  const wanted = ['--environment', 'production', '--scopes', 'valuation', '--name', 'Reports']
  keyId = (await gateway.orangery('key', 'create', '--firm', firmId, ...wanted)).id ?? ''
  const scopes = ['--scopes', 'plants']
  const made = await gateway.orangery('token', 'create', '--user', member.id ?? '', ...scopes)
  admin = { ...admin, id: member.id ?? '', token: made.secret ?? '', session: await signIn() }
})

const JSON_TYPE = { 'Content-Type': 'application/json' }

async function ask(query: string, headers: Record<string, string>) {
  const body = JSON.stringify({ query })
  const init = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body }
  const response = await fetch(`${gateway.url}/graphql`, init)
  const text = await response.text()
  return { status: response.status, text, ...JSON.parse(text) }
}

/** Signs in with an invitation, which `person unlock` alone makes for who is locked out. Returns the headers of the session. */
async function signIn(isLocked = false): Promise<Record<string, string>> {
  const { link = '' } = await gateway.orangery(
    ...(isLocked ? ['person', 'unlock', admin.email] : ['invite', '--email', admin.email]),
  )
  const token = link.replace(/.*\//, '')
  const response = await fetch(`${gateway.url}/api/invitations`, {
    method: 'POST',
    headers: { ...JSON_TYPE, Origin: gateway.url },
    body: JSON.stringify({ token, password: 'grey herons over Skye' }),
  })
  expect(response.status).toBe(200)
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return { Cookie: cookies.join('; '), [PAGE_SESSION]: response.headers.get(PAGE_SESSION) ?? '' }
}

const key = (name: string) => `input: { firmId: "${firmId}", name: "${name}",
  environment: production, scopes: [registry], idempotencyKey: "attack-${name}" }`
const ADD_LINK = () =>
  `createConnectionLink(input: { keyId: "${keyId}", scopes: [registry], purpose: "x" }) { path }`
const ADD_TOKEN =
  'createAccessToken(input: { name: "more", idempotencyKey: "attack-token" }) { secret }'

// That a token serves none of these itself: test/graphql/portal/roles.test.ts, for every field.
test('after a person is locked out, no credential that they created works', async () => {
  const cookie = admin.session
  const made = await ask(`mutation { ${ADD_TOKEN} ${ADD_LINK()} }`, cookie)
  expect(made.errors).toBeUndefined()
  const secret = made.data.createAccessToken.secret
  const plants = (token: string) =>
    fetch(`${gateway.url}/plants`, { headers: { Authorization: `Bearer ${token}` } })
  expect((await plants(secret)).status).toBe(200)

  const locked = await gateway.orangery('person', 'lock', admin.email)
  expect(locked).toMatchObject({ sessions: 1, access_tokens: 2, keys: [] })
  for (const token of [secret, admin.token]) expect((await plants(token)).status).toBe(401)
  expect((await ask('{ viewer { id } }', cookie)).status).toBe(401)

  // After a new invitation, none of it works again, and the link stays ended.
  const again = await signIn(true)
  const link = made.data.createConnectionLink.path.replace('/connect/', '')
  const { data } = await ask(`{ connectionRequest(link: "${link}") { problem } }`, again)
  expect(data.connectionRequest.problem).toBe('link_ended')
  for (const token of [secret, admin.token]) expect((await plants(token)).status).toBe(401)
})

test('a key whose secret a locked-out person knows is listed, and ends with its grants when it is revoked', async () => {
  const cookie = await signIn()
  const created = `createApiKey(${key('two')}) { secret key { id } }`
  const { data } = await ask(`mutation { ${created} }`, cookie)
  const { secret, key: made } = data.createApiKey
  const client = gateway.demo.clients.ashdown
  const terms = ['--key', made.id, '--client', client, '--scopes', 'registry']
  const grant = await gateway.orangery('grant', 'create', ...terms)
  const headers = { Authorization: `Bearer ${secret}`, 'X-Service-Version': '2024-01-01' }
  const read = () => fetch(`${gateway.url}/api/v1/assets?client_id=${client}`, { headers })
  expect((await read()).status).toBe(200)
  const locked = await gateway.orangery('person', 'lock', admin.email)
  expect(locked.keys).toEqual([{ id: made.id, firm_id: firmId }])
  await gateway.orangery('key', 'revoke', made.id)
  expect((await read()).status).toBe(401)
  const grants: unknown = (await gateway.orangery('grant', 'list', '--client', client)).data
  expect(grants).toContainEqual(expect.objectContaining({ id: grant.id, state: 'revoked' }))
})
