import { expect, test } from 'vitest'
import { hostileIds } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = environmentOf(database)
const CREATE = ['service', 'create', '--name', 'Dashboards', '--scopes', 'figures:accounts']
const RANGE = ['--allow-ip', '10.20.0.0/16']
const SECRET = /sk_svc_[0-9A-Za-z]{8}_[0-9A-Za-z]{42}/

test('service create, list, roll and revoke', async () => {
  expect((await orangery(['service', 'list'], HERE)).out).toBe('No service accounts.\n')
  const made = await orangery([...CREATE, ...RANGE, '--allow-ip', '192.0.2.1'], HERE)
  expect([made.code, made.err]).toEqual([0, ''])
  const [line = '', secret = '', note] = made.out.split('\n')
  expect(line).toMatch(/^Service account service_\w{26} \(figures:accounts\)$/)
  expect(secret).toMatch(SECRET)
  expect(note).toBe('Save it now. It is not shown again.')
  const id = line.split(' ')[2] ?? ''
  const listed = async () => (await orangery(['service', 'list'], HERE)).out
  const facts = 'Dashboards  figures:accounts  10.20.0.0/16,192.0.2.1/32'
  expect(await listed()).toBe(`${id}  active  ${facts}\n`)

  const rolled = await orangery(['service', 'roll', id, '--overlap', '24h'], HERE)
  expect(rolled.out).toMatch(SECRET)
  expect(rolled.out).not.toContain(secret)
  expect(rolled.out).toContain('The old secret works until ')
  const { data } = jsonOf(await orangery(['service', 'list', '--json'], HERE))
  expect(data[0].secrets).toHaveLength(2)

  for (let time = 0; time < 2; time++) {
    const { code, out } = await orangery(['service', 'revoke', id], HERE)
    expect([code, out]).toEqual([0, `Service account ${id} is revoked.\n`])
  }
  expect(await listed()).toBe(`${id}  revoked  ${facts}\n`)
  const again = await orangery(['service', 'roll', id], HERE)
  const message = 'error: This service account has been revoked; create a new one.\n'
  expect([again.code, again.err]).toEqual([1, message])
  await prisma.serviceSecret.deleteMany()
  await prisma.serviceAccount.deleteMany()
})

testTable([
  ['no range', CREATE, 'missing --allow-ip <range>'],
  ['every address', [...CREATE, '--allow-ip', '0.0.0.0/0'], 'none of all addresses'],
  ['no address', [...CREATE, '--allow-ip', 'localhost'], 'allowedIps takes'],
  [
    'a scope of a grant',
    ['service', 'create', '--name', 'X', '--scopes', 'registry', ...RANGE],
    'accepted: figures:requests, figures:webhooks, figures:accounts, figures:portfolios',
  ],
  ['an expiry in the past', [...CREATE, ...RANGE, '--expires-at', '2020-01-01'], 'future'],
])('service create with a bad value is an error', async (_name, argv, reason) => {
  const { code, err, out } = await orangery(argv, HERE)
  expect(code).toBeGreaterThan(0)
  expect(err).toContain(reason)
  expect(out).toBe('')
})

testTable(['roll', 'revoke'])('service an unknown id is an error', async (command) => {
  for (const id of hostileIds('service').filter((each) => each !== '' && !each.includes('\0'))) {
    const { code, err } = await orangery(['service', command, id], HERE)
    expect([code, err], id).toEqual([1, 'error: There is no service account with this id.\n'])
  }
})
