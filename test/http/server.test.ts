import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendRaw } from '../attack/server.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, tokenOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway(
  {},
  { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 100 },
)
// Its requests have all the time they need.
const patient = testGateway({ database: gateway.database })
const secured = testGateway({
  database: gateway.database,
  config: { publicUrl: 'https://a.example', securityContact: 'mailto:a@example.com' },
  now: () => new Date('2026-11-20T09:30:00.000Z'),
})

const linesOf = ({ log }: typeof gateway) => log.map((line) => JSON.parse(line))
const lines = () => linesOf(gateway)

test('a request that times out: a connection without any bytes is closed without a response', async () => {
  const before = gateway.log.length
  expect(await sendRaw(gateway.url(), '')).toMatchObject({ text: '', closed: true })
  expect(gateway.log.length).toBe(before)
})

testTable(['/plants', '/graphql', '/api/auth/sign-in/email'])(
  'during a request is no internal error',
  async (path) => {
    const token = await tokenOf(gateway.database, await clientWith(gateway.database, []))
    const id = `gone${path.replaceAll('/', '-')}`
    const headers = [
      'Host: x',
      'Content-Type: application/json',
      `X-Request-Id: ${id}`,
      'Content-Length: 50',
    ]
    if (path !== '/api/auth/sign-in/email') headers.push(`Authorization: Bearer ${token}`)
    const { hostname, port } = new URL(patient.url())
    const socket = connect(Number(port), hostname)
    // A body is asked for when the request is served.
    headers.push('Expect: 100-continue')
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    await once(socket, 'data')
    socket.write('{"half":')
    await sleep(150)
    socket.resetAndDestroy()
    const logged = () => linesOf(patient).filter((line) => line.request_id === id)
    await expect
      .poll(logged)
      .toEqual([expect.objectContaining({ path, status: 499, cut_off: true, level: 30 })])
    await sleep(50)
    expect(logged()).toHaveLength(1)
  },
)

test('a long path is truncated in the log', async () => {
  await gateway.request(`/${'a'.repeat(5_000)}`, { headers: { 'X-Request-Id': 'long' } })
  const line = lines().find(({ request_id }) => request_id === 'long')
  expect(line.path).toBe(`/${'a'.repeat(511)}…`)
})

test('invitations and connection links are not in the log', async () => {
  for (const path of ['/invitation/canary', '/connect/canary/more'])
    await gateway.request(path, { headers: { Accept: 'text/html' } })
  expect(gateway.log.join('')).not.toContain('canary')
  expect(gateway.log.join('')).toContain('"path":"/connect/…"')
})

test('with an https address: every response has HSTS', async () => {
  for (const path of ['/healthz', '/none', '/graphql', '/sign-in', '/api/v1/assets']) {
    const { headers } = await secured.request(path)
    expect([path, headers.get('Strict-Transport-Security')]).toEqual([path, 'max-age=31536000'])
  }
  expect((await gateway.request('/healthz')).headers.has('Strict-Transport-Security')).toBe(false)
})

test('with an https address security.txt has the contact, the expiry and the canonical URL', async () => {
  const { status, headers, text } = await secured.request('/.well-known/security.txt')
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toBe(
    'Contact: mailto:a@example.com\nExpires: 2027-05-19T00:00:00Z\nCanonical: https://a.example/.well-known/security.txt\n',
  )
})

test('without a contact there is no security.txt', async () => {
  const { status, json } = await gateway.request('/.well-known/security.txt')
  expect([status, json.error.code]).toEqual([404, 'route_not_found'])
})
