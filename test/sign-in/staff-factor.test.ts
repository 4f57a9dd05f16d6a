import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { setPasswords } from '../../src/modules/people/password.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { someone } from '../modules/fixtures.ts'
import { Browser, refusalOf } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'
import { setUpFactor } from './second-factor.fixtures.ts'

const gateway = gatewayWithoutLimits()
const { prisma } = gateway.database
const password = 'grey herons over Skye'
const VIEWER = '{ viewer { person { userId } } }'
let email = ''
let browser: Browser

beforeEach(async () => {
  const staff = await createStaff(operator(prisma), someone())
  email = staff.email
  await setPasswords(operator(prisma), [{ userId: staff.id, password }])
  browser = new Browser(gateway)
  expect((await browser.signIn({ email, password })).status).toBe(200)
})

const OPEN = [
  ...['/api/auth/get-session', '/api/auth/sign-in/email', '/api/auth/passkey/sign-in/options'],
  ...['/api/auth/passkey/sign-in', '/api/auth/sign-out', '/api/auth/two-factor/enable'],
  '/api/auth/two-factor/verify-totp',
]

testTable([VIEWER, '{ firms { nodes { id } } }', 'mutation { deletePlant(id: "1") }'])(
  'staff without a second factor can run no operation',
  async (query) => {
    expect(refusalOf(await browser.graphql(query))).toEqual([403, 'second_factor_required'])
  },
)

testTable(ROUTES.filter(({ path }) => !OPEN.includes(path)))(
  'staff without a second factor can call no other path',
  async ({ method, path }) => {
    expect(refusalOf(await browser[method](path))).toEqual([403, 'second_factor_required'])
  },
)

test('staff with a second factor cannot turn it off', async () => {
  await setUpFactor(browser, { password })
  const reply = await browser.post('/api/auth/two-factor/disable', { password })
  expect(refusalOf(reply)).toEqual([403, 'caller_not_allowed'])
  const user = await prisma.user.findUniqueOrThrow({ where: { email } })
  expect(user.twoFactorEnabled).toBe(true)
})
