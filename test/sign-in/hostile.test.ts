import { expect } from 'vitest'
import { ERROR_CODES } from '../../src/errors.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { personWithPassword, signedInBrowser } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'
import { created, IN_ANY, IN_SESSION, signed } from './bodies.fixtures.ts'

const gateway = gatewayWithoutLimits()

const TEXTS = ['', '\0', '\ud800', '‮', "' OR 1=1 --", '__proto__', 'x'.repeat(60_000)]
const VALUES = [...TEXTS, null, true, 0, [], {}, { $gt: '' }, ['a', 'b']]
const BODIES = [
  ...['', '{', 'null', '[]', '5', '"x"', '\0', '{"a":1,"a":2}', '{"email":"a","email":"b"}'],
  ...['['.repeat(20_000), `{"a":${'['.repeat(20_000)}`, `{"email":"${'x'.repeat(70_000)}"}`],
  '{"__proto__":{"email":"x"},"email":"a@example.com","password":"x"}',
  '{"email":"a@example.com","password":"x","callbackURL":"https://evil.example"}',
]

testTable(ROUTES.filter(({ method }) => method === 'post').map(({ path }) => path))(
  'each path rejects every hostile body with an error of the closed list',
  async (path) => {
    // No path is refused for the attempts at another, or because another has ended the session.
    await gateway.database.prisma.signInCounter.deleteMany()
    const browser = await signedInBrowser(gateway, await personWithPassword(gateway))
    for (const body of [...BODIES, ...bodiesOneByOne(path)]) {
      const { status, json, headers, text } = await browser.post(path, body)
      if (path.endsWith('/sign-out') || status === 200) continue
      const seen = `${path} ${body.slice(0, 60)} ${status} ${text.slice(0, 100)}`
      expect(status, seen).toBeLessThan(500)
      expect(ERROR_CODES, seen).toContain(json.error.code)
      expect(json.error.request_id).toBe(headers.get('X-Request-Id'))
      expect(text, seen).not.toMatch(/\bat \/|node_modules|prisma|scrypt/i)
    }
  },
)

// Nested arrays of CBOR, a map without an end, a text that is longer than the data, and a tag.
const DATA = ['gQ'.repeat(7_000), 'vw', 'e_______', 'wA', 'x'.repeat(16_000), 'bnVsbA', 'W10']

function hostileAnswers(answer: typeof created | typeof signed): string[] {
  const bodyOf = (response: object) => JSON.stringify({ name: 'x', response })
  const members = Object.keys(answer).flatMap((name) =>
    VALUES.map((value) => bodyOf({ ...answer, [name]: value })),
  )
  const inner = Object.keys(answer.response).flatMap((name) =>
    [...VALUES, ...DATA].map((value) =>
      bodyOf({ ...answer, response: { ...answer.response, [name]: value } }),
    ),
  )
  return [...members, ...inner, ...VALUES.map((value) => JSON.stringify({ response: value }))]
}

function bodiesOneByOne(path: string): string[] {
  const body = { ...IN_SESSION, ...IN_ANY }[path] ?? {}
  if ('response' in body) return hostileAnswers(path.endsWith('add') ? created : signed)
  return Object.keys(body).flatMap((name) =>
    VALUES.map((value) => JSON.stringify({ ...body, [name]: value })),
  )
}
