import { beforeEach, expect, test } from 'vitest'
import { Browser, personWithPassword, refusalOf, signedInBrowser } from '../support/browser.ts'
import { recountingGateway } from './recounting.fixtures.ts'

const { gateway, countAnew } = recountingGateway({ trustProxy: true, cacheMb: 0 })
let person: Awaited<ReturnType<typeof personWithPassword>>
const wrong = 'not the password'

beforeEach(async () => {
  countAnew()
  person = await personWithPassword(gateway)
})

function attempt(email: string, password: string, from = '192.0.2.1') {
  const headers = { 'X-Forwarded-For': from }
  return new Browser(gateway).post('/api/auth/sign-in/email', { email, password }, { headers })
}

async function statuses(times: number, each: (index: number) => ReturnType<typeof attempt>) {
  const replies = await Promise.all(Array.from({ length: times }, (_, index) => each(index)))
  return replies.map(({ status }) => status).sort()
}

test('an account allows five wrong passwords a minute, from all addresses together, also concurrently', async () => {
  const seen = await statuses(8, (index) => attempt(person.email, wrong, `192.0.2.${index + 1}`))
  expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  const reply = await attempt(person.email, person.password, '192.0.2.99')
  expect(refusalOf(reply)).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(reply.headers.get('X-Request-Id')).toMatch(/^request_/)
})

test('so does an unknown email, in any case', async () => {
  const seen = await statuses(7, (index) =>
    attempt(index % 2 ? 'Nobody@Example.com' : 'nobody@example.com', wrong),
  )
  expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('an email that looks like an address does not count against that address', async () => {
  await statuses(30, (index) => attempt('192.0.2.77', wrong, `192.0.2.${index % 20}`))
  expect((await attempt(person.email, person.password, '192.0.2.77')).status).toBe(200)
})

test('an address allows twenty attempts a minute, for all accounts together', async () => {
  const seen = await statuses(23, (index) => attempt(`n${index}@example.com`, wrong))
  expect(seen.filter((status) => status === 401)).toHaveLength(20)
  expect((await attempt(person.email, person.password)).status).toBe(429)
  expect((await attempt(person.email, person.password, '192.0.2.2')).status).toBe(200)
})

test('an IPv6 network counts as one address', async () => {
  const seen = await statuses(22, (index) =>
    attempt(`n${index}@example.com`, wrong, `2001:db8::${index}`),
  )
  expect(seen.filter((status) => status === 429)).toHaveLength(2)
})

test('correct passwords do not count', async () => {
  for (let times = 0; times < 8; times++)
    expect((await attempt(person.email, person.password)).status).toBe(200)
})

test('wrong current passwords within a session have the same limit', async () => {
  const browser = await signedInBrowser(gateway, person)
  const body = { currentPassword: wrong, newPassword: 'correct horse battery' }
  const seen = await statuses(7, () => browser.post('/api/auth/change-password', body))
  expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('an address allows twenty wrong codes and invitations a minute', async () => {
  for (const [path, body] of Object.entries({
    '/api/auth/two-factor/verify-totp': { code: 'x' },
    '/api/auth/two-factor/verify-backup-code': { code: 'x' },
    '/api/invitations/check': { token: 'x' },
    '/api/invitations': { token: 'x', password: 'x' },
  })) {
    countAnew()
    const seen = await statuses(22, () => new Browser(gateway).post(path, body))
    expect([path, seen.filter((status) => status === 429).length]).toEqual([path, 2])
  }
})
