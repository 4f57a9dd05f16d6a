import { beforeAll, expect, test } from 'vitest'
import { TOKEN_SCOPES } from '../../src/access/caller.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { createSecret } from '../../src/access/secret.ts'
import type { Database } from '../../src/database/client.ts'
import { ERROR_CODES, type ErrorCode, GatewayError } from '../../src/errors.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey, rollKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import type { TestGateway } from './gateway.ts'
import { clientWith, grantWith, keyWith, registryIds, tokenOf } from './portfolio.ts'

/** What is asked for, and with what bearer; null: with none. */
export interface Target {
  readonly clientId: string
  readonly registryId: string
  readonly bearer: string | null
}

/** Asks once; returns the code of the rejection, or null if the request was served. */
type Ask = (target: Target) => Promise<ErrorCode | null>

/** One read of a portfolio. */
export interface Operation {
  /** The scope without which it is rejected as a whole; absent: it shows what is visible. */
  readonly scope?: Scope
  readonly ofAsset?: boolean
  /** What an access token of an outsider gets. The REST paths accept none. */
  readonly accessToken?: ErrorCode
}

const PAST = new Date('2026-01-01T00:00:00Z')
const LONG_AGO = '2020-01-01T00:00:00Z'

/**
 * Tests that a read of a portfolio serves the key that has the grant, and refuses every other
 * caller. `ask` makes the same request for different targets.
 */
export function rejectsEveryoneElse(
  gateway: TestGateway,
  { scope, ofAsset = false, accessToken = 'invalid_api_key' }: Operation,
  ask: Ask,
): void {
  const { database } = gateway
  let shown: Omit<Target, 'bearer'>
  let hidden: Omit<Target, 'bearer'>
  const made = madeIn(database)
  beforeAll(async () => {
    made.client ??= await clientWith(database, [
      { type: 'asset', ref: 'shown', title: 'Wrist watch', category: 'watches' },
      { type: 'asset', ref: 'hidden', title: 'Seascape', category: 'art' },
    ])
    const ids = await registryIds(database, made.client)
    shown = { clientId: made.client, registryId: ids.shown ?? '' }
    hidden = { clientId: made.client, registryId: ids.hidden ?? '' }
  })
  const granted = (options: Granted = {}) => grantedKey(database, shown.clientId, options)
  const others: [caller: string, code: ErrorCode, target: () => Promise<Target>][] = []
  const rejected = (caller: string, code: ErrorCode, target: () => Promise<Target>) =>
    others.push([caller, code, target])

  test('serves the key that has the grant', async () => {
    const scopes = scope ? [scope] : (['registry'] as const)
    const { secret } = await granted({ scopes })
    expect(await ask({ ...shown, bearer: secret })).toBeNull()
  })

  rejected('no key', 'missing_api_key', async () => ({ ...shown, bearer: null }))
  rejected('a text that is no key', 'invalid_api_key', async () => ({ ...shown, bearer: 'key' }))
  rejected('a key with a typing error', 'invalid_api_key', async () => {
    const { secret } = await granted()
    return { ...shown, bearer: secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a') }
  })
  rejected('a well-formed unknown key', 'invalid_api_key', async () => {
    return { ...shown, bearer: createSecret('production').secret }
  })
  rejected('a revoked key', 'revoked_api_key', async () => {
    const { id, secret } = await granted()
    await revokeKey(operator(database.prisma), { keyId: id })
    return { ...shown, bearer: secret }
  })
  rejected('an expired key', 'expired_api_key', async () => {
    const { id, secret } = await granted()
    await database.prisma.apiKey.updateMany({ where: { id }, data: { expiresAt: PAST } })
    return { ...shown, bearer: secret }
  })
  rejected('a secret that was rolled over', 'invalid_api_key', async () => {
    const { id, secret } = await granted()
    await rollKey(operator(database.prisma), { keyId: id })
    return { ...shown, bearer: secret }
  })
  rejected('a key used from elsewhere', 'ip_not_allowed', async () => {
    const { secret } = await granted({ allowedIps: ['192.0.2.0/24', '2001:db8::/32'] })
    return { ...shown, bearer: secret }
  })
  rejected('the access token of another user', accessToken, async () => {
    const other = await clientWith(database, [])
    return { ...shown, bearer: await tokenOf(database, other, TOKEN_SCOPES) }
  })

  rejected('no grant ever', 'no_active_grant', async () => {
    return { ...shown, bearer: (await keyWith(database)).secret }
  })
  rejected('an unknown client', 'no_active_grant', async () => {
    const { secret } = await granted()
    return { ...shown, clientId: 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV', bearer: secret }
  })
  rejected('a key of the other environment', 'no_active_grant', async () => {
    const { id, secret } = await keyWith(database, { environment: 'sandbox' })
    await grantWith(database, id, await clientWith(database, [], 'sandbox'))
    return { ...shown, bearer: secret }
  })
  rejected('a revoked grant', 'grant_revoked', async () => {
    const { grantId, secret } = await granted()
    await revokeGrant(operator(database.prisma), { grantId })
    return { ...shown, bearer: secret }
  })
  rejected('an expired grant', 'grant_expired', async () => {
    const { grantId, secret } = await granted()
    await database.prisma.grant.updateMany({ where: { id: grantId }, data: { expiresAt: PAST } })
    return { ...shown, bearer: secret }
  })

  if (scope !== undefined) {
    const otherScopes = SCOPES.filter((each) => each !== scope)
    rejected(`a grant without ${scope}`, 'insufficient_scope', async () => {
      return { ...shown, bearer: (await granted({ scopes: otherScopes })).secret }
    })
    rejected(`a key without ${scope}`, 'insufficient_scope', async () => {
      return { ...shown, bearer: (await granted({ keyScopes: otherScopes })).secret }
    })
  }

  if (ofAsset) {
    rejected('an asset outside the filter', 'asset_not_in_grant', async () => {
      return { ...hidden, bearer: (await granted()).secret }
    })
    rejected('an asset that is not there', 'asset_not_found', async () => {
      const registryId = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'
      return { ...shown, registryId, bearer: (await granted()).secret }
    })
    rejected('an asset of another client', 'asset_not_found', async () => {
      const asset = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }
      const other = await clientWith(database, [{ ...asset, created_at: LONG_AGO }])
      const { a = '' } = await registryIds(database, other)
      return { ...shown, registryId: a, bearer: (await granted()).secret }
    })
  }

  test('refuses every other caller with the code of the reason', async () => {
    const codes: [string, ErrorCode | null][] = []
    for (const [caller, , make] of others) {
      made.targets[caller] ??= await make()
      codes.push([caller, await ask(made.targets[caller])])
    }
    expect(codes).toEqual(others.map(([caller, code]) => [caller, code]))
  })
}

/** The client and the refused callers of a database, which all operations of a file use. */
interface Made {
  client?: string
  readonly targets: Record<string, Target>
}

const madeInDatabases = new WeakMap<Database, Made>()

function madeIn(database: Database): Made {
  const made = madeInDatabases.get(database) ?? { targets: {} }
  madeInDatabases.set(database, made)
  return made
}

interface Granted {
  readonly scopes?: readonly Scope[]
  readonly keyScopes?: readonly Scope[]
  readonly allowedIps?: string[]
}

// A key whose grant shows the client's watches alone.
async function grantedKey(database: Database, clientId: string, options: Granted) {
  const { scopes = SCOPES, keyScopes = SCOPES, allowedIps = [] } = options
  const { id, secret } = await keyWith(database, { scopes: keyScopes, allowedIps })
  const filter = { type: 'category', categories: ['watches'] } as const
  const grant = await grantWith(database, id, clientId, { scopes, filter })
  return { id, secret, grantId: grant.id }
}

/** Asks for a path of area A, and checks the form of a rejection. */
export function overRest(gateway: TestGateway, path: (target: Target) => string): Ask {
  return async (target) => {
    const reply = await gateway.request(path(target), bearerOf(target))
    if (reply.status === 200) return null
    const { error } = reply.json
    expect(reply.json).toEqual({
      error: {
        type: expect.any(String),
        code: expect.any(String),
        message: expect.any(String),
        request_id: reply.headers.get('X-Request-Id'),
      },
    })
    const { status, type } = new GatewayError(requireCode(error.code), '')
    expect({ status: reply.status, type: error.type }).toEqual({ status, type })
    return requireCode(error.code)
  }
}

/** Asks by a document with the variables `$clientId: ID!` and `$registryId: ID!`, of which it may use one. */
export function overGraphQL(gateway: TestGateway, document: string): Ask {
  return async (target) => {
    const { clientId, registryId } = target
    const variables = { clientId, registryId }
    const reply = await gateway.graphql(document, { ...bearerOf(target), variables })
    const [error] = reply.json.errors ?? []
    if (!error) return null
    const code = requireCode(error.extensions.code)
    expect(error.extensions).toMatchObject({
      type: new GatewayError(code, '').type,
      request_id: reply.headers.get('X-Request-Id'),
    })
    return code
  }
}

function bearerOf({ bearer }: Target) {
  return bearer === null ? {} : { key: bearer }
}

function requireCode(text: unknown): ErrorCode {
  const code = ERROR_CODES.find((each) => each === text)
  if (!code) throw new Error(`not a code of the closed list: ${text}`)
  return code
}
