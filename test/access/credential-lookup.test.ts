import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createCredentialLookup } from '../../src/access/credential-lookup.ts'
import { GatewayError } from '../../src/errors.ts'
import { createAddressLimiter } from '../../src/load/address-limiter.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../support/database.ts'
import { keyWith } from '../support/portfolio.ts'
import { outcomesOf } from '../support/tables.ts'
import { contextFrom, testAuthenticator } from './fixtures.ts'

test('a credential that was valid before is not read without end after its end', async () => {
  const limiter = createAddressLimiter(createMemoryQuota())
  const lookup = createCredentialLookup(limiter, async () => false)
  const context = contextFrom()
  const credential = { kind: 'key', stored: 'x', fingerprint: 'a' } as const
  await lookup(context, credential, async () => 'found')
  const read = vi.fn(() => Promise.reject(new GatewayError('revoked_api_key', 'It has ended.')))
  const use = () => lookup(context, credential, read).catch(({ code }) => code)
  const codes = new Set<unknown>()
  for (let i = 0; i < 200; i++) codes.add(await use())
  expect([...codes]).toEqual(['revoked_api_key', 'rate_limit_exceeded'])
  expect(read).toHaveBeenCalledTimes(100)
})

const database = testDatabase()

test.each([
  ['whose key is revoked', true, 'revoked_api_key'],
  ['whose client leaves', false, 'too_many_concurrent_requests'],
] as const)('a request %s while it waits for a slot is rejected', async (_, isRevoked, code) => {
  const { id, secret } = await keyWith(database)
  const socket = new Socket()
  const acquire = async () => {
    if (isRevoked) await revokeKey(operator(database.prisma), { keyId: id })
    else socket.destroy()
    return () => {}
  }
  const limited = testAuthenticator(database.serving, { concurrency: { acquire } })
  const context = contextFrom()
  const { partner } = await limited.identifyPartner(context, `Bearer ${secret}`, null)
  const admitted = limited.admit(context, partner, new ServerResponse(new IncomingMessage(socket)))
  await expect(admitted).rejects.toMatchObject({ code })
})

const authenticator = testAuthenticator(database.serving)

test('allowed addresses are those of the ranges of the key, in either form of IPv4', async () => {
  const { id, secret } = await keyWith(database)
  const lists: readonly (readonly [string[], Readonly<Record<string, boolean>>])[] = [
    [
      ['192.0.2.0/24'],
      {
        ...{ '192.0.2.77': true, '::ffff:192.0.2.77': true, '192.0.3.1': false },
        ...{ '2001:db8::1': false, 'not an address': false, '': false },
      },
    ],
    [['192.0.2.7/32'], { '192.0.2.8': false }],
    [['2001:db8::/32'], { '2001:db8:ffff::1': true, '2001:db9::1': false, '192.0.2.1': false }],
    [['10.0.0.0/8', '2001:db8::/32'], { '2001:db8::1': true }],
    [['0.0.0.0/0'], { '198.51.100.9': true, '2001:db8::1': false }],
    [[], { '203.0.113.5': true }],
  ]
  for (const [allowedIps, expected] of lists) {
    await database.prisma.apiKey.updateMany({ where: { id }, data: { allowedIps } })
    const found = await outcomesOf(expected, (_, ip) =>
      authenticator.identifyPartner(contextFrom(ip), `Bearer ${secret}`, null).then(
        () => true,
        ({ code }) => (code === 'ip_not_allowed' ? false : code),
      ),
    )
    expect.soft(found, allowedIps.join()).toEqual(expected)
  }
})

test('allowed addresses: a damaged list rejects every address with an internal error', async () => {
  const { id, secret } = await keyWith(database, { allowedIps: ['192.0.2.0/24'] })
  const allowedIps = ['192.0.2.0/24', '192.0.2/24', '0.0.0.0']
  await database.prisma.apiKey.updateMany({ where: { id }, data: { allowedIps } })
  const identified = authenticator.identifyPartner(contextFrom(), `Bearer ${secret}`, null)
  await expect(identified).rejects.toThrow(`key ${id}: allowed_ips`)
})
