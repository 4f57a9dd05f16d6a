import { beforeAll, expect, test } from 'vitest'
import { createMemoryQuota } from '../../src/access/quota.ts'
import { ERROR_CODES } from '../../src/errors.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { Browser, personWithPassword } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'

const quota = createMemoryQuota()
const gateway = testGateway({ quota: { ...quota, spend: (subject) => quota.spend(subject, 1e6) } })
const browser = new Browser(gateway)
beforeAll(async () => {
  await browser.signIn(await personWithPassword(gateway))
})

const TEXTS = ['', ' ', '\0', '\ud800', '‮', "' OR 1=1 --", '$ne', '__proto__', 'x'.repeat(60_000)]
const VALUES = [...TEXTS, null, true, 0, 1e308, [], {}, [[]], { $gt: '' }, ['a', 'b']]
const MEMBERS = [
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'code',
  'token',
  'id',
  'rememberMe',
]
const BODIES = [
  ...['', '{', 'null', '[]', '5', '"x"', '\0', '{"a":1,"a":2}', '{"email":"a","email":"b"}'],
  ...['['.repeat(20_000), `{"a":${'['.repeat(20_000)}`, `{"email":"${'x'.repeat(70_000)}"}`],
  ...VALUES.map((value) =>
    JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, value]))),
  ),
  '{"__proto__":{"email":"x"},"email":"a@example.com","password":"x"}',
  '{"email":"a@example.com","password":"x","callbackURL":"https://evil.example"}',
]

test.each(
  ROUTES.filter(({ method }) => method === 'post').map(({ path }) => path),
)('%s rejects every hostile body with an error of the closed list', async (path) => {
  for (const body of [...BODIES, ...bodiesOneByOne(path)]) {
    const { status, json, headers, text } = await browser.post(path, body)
    if (path.endsWith('/sign-out') || status === 200) continue
    const seen = `${path} ${body.slice(0, 60)} ${status} ${text.slice(0, 100)}`
    expect(status, seen).toBeLessThan(500)
    expect(ERROR_CODES, seen).toContain(json.error.code)
    expect(json.error.request_id).toBe(headers.get('X-Request-Id'))
    expect(text, seen).not.toMatch(/\bat \/|node_modules|prisma|scrypt/i)
  }
}, 60_000)

/** Bodies with one hostile member each, and otherwise valid. */
function bodiesOneByOne(path: string): string[] {
  const good: Record<string, Record<string, unknown>> = {
    '/api/auth/sign-in/email': { email: 'a@example.com', password: 'x' },
    '/api/auth/change-password': { currentPassword: 'x', newPassword: 'correct horse battery' },
    '/api/auth/revoke-session': { id: 'x' },
    '/api/auth/two-factor/enable': { password: 'x' },
    '/api/auth/two-factor/disable': { password: 'x' },
    '/api/auth/two-factor/generate-backup-codes': { password: 'x' },
    '/api/auth/two-factor/verify-totp': { code: 'x' },
    '/api/auth/two-factor/verify-backup-code': { code: 'x' },
    '/api/invitations': { token: 'x', password: 'correct horse battery' },
    '/api/invitations/check': { token: 'x' },
  }
  const body = good[path] ?? {}
  const names = [...Object.keys(body), 'rememberMe']
  return names.flatMap((name) => VALUES.map((value) => JSON.stringify({ ...body, [name]: value })))
}
