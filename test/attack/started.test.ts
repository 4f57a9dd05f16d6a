import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedGateway, startGateway } from './server.ts'

let gateway: StartedGateway

beforeAll(async () => {
  gateway = await startGateway()
}, 120_000)
afterAll(() => gateway.stop())

test('the demo’s credentials, commands and raw connections work against the started server', async () => {
  const { clients, productionKey, sandboxKey, accessToken } = gateway.demo
  for (const secret of [productionKey, sandboxKey, accessToken, ...Object.values(clients)])
    expect(secret).not.toBe('')
  const firm = await gateway.orangery('firm', 'create', '--name', 'Attackers')
  expect(firm.id).toMatch(/^firm_/)
  const { status, headers, body } = await gateway.raw(
    `GET /plants?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`,
  )
  expect([status, headers['x-request-id'] !== '', body]).toEqual([
    200,
    true,
    expect.stringContaining('"name"'),
  ])
})
