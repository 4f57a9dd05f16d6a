import { expect, test } from 'vitest'
import { createCredentialLookup } from '../../src/access/credential-lookup.ts'
import { GatewayError } from '../../src/errors.ts'
import { createAddressLimiter } from '../../src/load/address-limiter.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { createRequestContext } from '../../src/load/request-context.ts'

const FAILURES_A_MINUTE = 100
const rejected = async () => {
  throw new GatewayError('revoked_api_key', 'This API key has been revoked.')
}

test('a credential that was valid before is not read without end after its end', async () => {
  const lookup = createCredentialLookup(
    createAddressLimiter(createMemoryQuota()),
    async () => false,
  )
  const context = createRequestContext(undefined, '192.0.2.1', new Date())
  const credential = { kind: 'key', stored: 'x', fingerprint: 'a' } as const
  expect(await lookup(context, credential, async () => 'found')).toBe('found')
  let reads = 0
  const codes = new Set<unknown>()
  for (let i = 0; i < 2 * FAILURES_A_MINUTE; i++) {
    const read = () => {
      reads++
      return rejected()
    }
    codes.add(await lookup(context, credential, read).catch((thrown) => thrown.code))
  }
  expect([...codes]).toEqual(['revoked_api_key', 'rate_limit_exceeded'])
  expect(reads).toBe(FAILURES_A_MINUTE)
})
