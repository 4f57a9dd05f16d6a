import { beforeAll, describe, expect, test } from 'vitest'
import { hostileIds } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = { DATABASE_URL: '' }
const CREATE = ['service', 'create', '--name', 'Dashboards', '--scopes', 'figures:accounts']
const RANGE = ['--allow-ip', '10.20.0.0/16']
const SECRET = /sk_svc_[0-9A-Za-z]{8}_[0-9A-Za-z]{42}/

beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
})

describe('service', () => {
  test('create, list, roll and revoke', async () => {
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
    expect([again.code, again.err]).toEqual([
      1,
      'error: This service account has been revoked; create a new one.\n',
    ])
    await prisma.serviceSecret.deleteMany()
    await prisma.serviceAccount.deleteMany()
  })

  test('gives objects with --json, without the hash of a secret', async () => {
    const expiry = ['--expires-at', '2999-01-01']
    const made = jsonOf(await orangery([...CREATE, ...RANGE, ...expiry, '--json'], HERE))
    expect(made).toEqual({
      id: expect.stringMatching(/^service_/),
      name: 'Dashboards',
      scopes: ['figures:accounts'],
      allowed_ips: ['10.20.0.0/16'],
      expires_at: '2999-01-01T00:00:00.000Z',
      created_at: expect.any(String),
      reference: made.secret.slice(7, 15),
      secret: expect.stringMatching(SECRET),
    })
    const { secret, reference, ...shown } = made
    const listed = await orangery(['service', 'list', '--json'], HERE)
    expect(jsonOf(listed)).toEqual({
      data: [
        {
          ...shown,
          state: 'active',
          revoked_at: null,
          secrets: [
            { reference, created_at: made.created_at, first_used_at: null, expires_at: null },
          ],
        },
      ],
    })
    expect(listed.out).not.toContain(secret.slice(16))
    const rolled = jsonOf(await orangery(['service', 'roll', made.id, '--json'], HERE))
    expect(rolled).toMatchObject({ id: made.id, secret: expect.stringMatching(SECRET) })
    const revoked = jsonOf(await orangery(['service', 'revoke', made.id, '--json'], HERE))
    expect(revoked).toEqual({ id: made.id, state: 'revoked', revoked_at: expect.any(String) })
  })

  test.each([
    ['no range', CREATE, "required option '--allow-ip <range>' not specified"],
    ['every address', [...CREATE, '--allow-ip', '0.0.0.0/0'], 'none of all addresses'],
    ['no address', [...CREATE, '--allow-ip', 'localhost'], 'allowedIps takes'],
    [
      'a scope of a grant',
      ['service', 'create', '--name', 'X', '--scopes', 'registry', ...RANGE],
      'accepted: figures:requests, figures:webhooks, figures:accounts, figures:portfolios',
    ],
    ['an expiry in the past', [...CREATE, ...RANGE, '--expires-at', '2020-01-01'], 'future'],
  ])('create with %s is an error', async (_name, argv, reason) => {
    const { code, err, out } = await orangery(argv, HERE)
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(reason)
    expect(out).toBe('')
  })

  test.each(['roll', 'revoke'])('%s of an unknown id is an error', async (command) => {
    for (const id of hostileIds('service').filter((each) => each !== '' && !each.includes('\0'))) {
      const { code, err } = await orangery(['service', command, id], HERE)
      expect([code, err], id).toEqual([1, 'error: There is no service account with this id.\n'])
    }
  })
})
