import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { DemoCredentials } from '../../src/demo/load.ts'
import { formatWelcome } from '../../src/demo/welcome.ts'

const BASE = 'http://127.0.0.1:4000'
const CREDENTIALS: DemoCredentials = {
  firmId: 'firm_1',
  clients: { ashdown: 'user_1', valcroze: 'user_2', testwell: 'user_3' },
  productionKey: 'production-secret',
  insuranceKey: 'insurance-secret',
  sandboxKey: 'sandbox-secret',
  accessToken: 'token-secret',
  signIns: [{ email: 'ines@larkfield.example', password: 'a-password', as: 'admin' }],
}

// The arguments of the commands, as a shell passes them to a `curl` that prints them.
function commands(): string[][] {
  const text = formatWelcome(CREDENTIALS, BASE)
  const pasted = text.slice(text.indexOf('  curl'), text.indexOf('Orangery runs'))
  const script = `curl() { printf '%s\\n' "$@" ''; }\n${pasted}`
  const output = execFileSync('sh', ['-eu', '-c', script], { encoding: 'utf8' })
  return output
    .trim()
    .split('\n\n')
    .map((command) => command.split('\n'))
}

test('shows every secret and every client', () => {
  const text = formatWelcome(CREDENTIALS, BASE)
  const { clients, productionKey, insuranceKey, sandboxKey, accessToken } = CREDENTIALS
  const shown = [...Object.values(clients), productionKey, insuranceKey, sandboxKey, accessToken]
  for (const { email, password } of CREDENTIALS.signIns) shown.push(email, password)
  expect(shown.filter((one) => !text.includes(one))).toEqual([])
})

test('the sample commands can be pasted: REST, GraphQL and plants', () => {
  const [rest, graphql, plants] = commands()
  expect(rest).toEqual([
    `${BASE}/api/v1/assets?client_id=user_1&category=watches&page_size=2`,
    ...['-H', 'Authorization: Bearer production-secret', '-H', 'X-Service-Version: 2024-01-01'],
  ])
  expect(graphql?.slice(0, -1)).toEqual([
    `${BASE}/graphql`,
    ...['-H', 'Authorization: Bearer production-secret', '-H', 'Content-Type: application/json'],
    '-d',
  ])
  expect(JSON.parse(graphql?.at(-1) ?? '')).toEqual({
    query: expect.stringContaining('portfolio(clientId: "user_1")'),
  })
  expect(plants).toEqual([`${BASE}/plants?limit=3`, '-H', 'Authorization: Bearer token-secret'])
})
