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
import { clientWith, keyWith, readerOf, registryIds, tokenOf } from './portfolio.ts'

/** The client and the asset that are asked for, and the bearer; null: no bearer. */
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
  /** The error that an access token of an outsider gets. The REST paths accept none. */
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
  /** A caller who is refused: `other` is what differs from the request that is served. */
  const rejected = (caller: string, code: ErrorCode, other: () => Promise<Partial<Target>>) =>
    others.push([caller, code, async () => ({ ...shown, bearer: null, ...(await other()) })])
  const withKey = async (options?: Granted) => ({ bearer: (await granted(options)).secret })
  /** A caller whose key was good until something was done. */
  const ended = (caller: string, code: ErrorCode, end: (key: Key) => Promise<unknown>) =>
    rejected(caller, code, async () => {
      const key = await granted()
      await end(key)
      return { bearer: key.secret }
    })
  const { prisma } = database
  const past = { expiresAt: PAST }

  test('serves the key that has the grant', async () => {
    const { secret } = await granted({ scopes: [scope ?? 'registry'] })
    expect(await ask({ ...shown, bearer: secret })).toBeNull()
  })

  rejected('no key', 'missing_api_key', async () => ({}))
  rejected('a text that is no key', 'invalid_api_key', async () => ({ bearer: 'key' }))
  rejected('a key with a typing error', 'invalid_api_key', async () => {
    const { secret } = await granted()
    return { bearer: secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a') }
  })
  rejected('a well-formed unknown key', 'invalid_api_key', async () => {
    return { bearer: createSecret('production').secret }
  })
  ended('a revoked key', 'revoked_api_key', ({ id }) => revokeKey(operator(prisma), { keyId: id }))
  ended('an expired key', 'expired_api_key', ({ id }) =>
    prisma.apiKey.updateMany({ where: { id }, data: past }),
  )
  ended('a secret that was rolled over', 'invalid_api_key', ({ id }) =>
    rollKey(operator(prisma), { keyId: id }),
  )
  rejected('a key used from elsewhere', 'ip_not_allowed', () =>
    withKey({ allowedIps: ['192.0.2.0/24', '2001:db8::/32'] }),
  )
  rejected('the access token of another user', accessToken, async () => {
    const other = await clientWith(database, [])
    return { bearer: await tokenOf(database, other, TOKEN_SCOPES) }
  })

  rejected('no grant ever', 'no_active_grant', async () => {
    return { bearer: (await keyWith(database)).secret }
  })
  rejected('an unknown client', 'no_active_grant', async () => {
    return { ...(await withKey()), clientId: 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV' }
  })
  rejected('a key of the other environment', 'no_active_grant', async () => {
    const client = await clientWith(database, [], 'sandbox')
    return { bearer: (await readerOf(database, client, {}, { environment: 'sandbox' })).secret }
  })
  ended('a revoked grant', 'grant_revoked', ({ grantId }) =>
    revokeGrant(operator(prisma), { grantId }),
  )
  ended('an expired grant', 'grant_expired', ({ grantId }) =>
    prisma.grant.updateMany({ where: { id: grantId }, data: past }),
  )

  if (scope !== undefined) {
    const scopes = SCOPES.filter((each) => each !== scope)
    rejected(`a grant without ${scope}`, 'insufficient_scope', () => withKey({ scopes }))
    rejected(`a key without ${scope}`, 'insufficient_scope', () => withKey({ keyScopes: scopes }))
  }

  if (ofAsset) {
    rejected('an asset outside the filter', 'asset_not_in_grant', async () => {
      return { ...hidden, ...(await withKey()) }
    })
    rejected('an asset that is not there', 'asset_not_found', async () => {
      return { registryId: 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV', ...(await withKey()) }
    })
    rejected('an asset of another client', 'asset_not_found', async () => {
      const asset = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }
      const other = await clientWith(database, [{ ...asset, created_at: LONG_AGO }])
      const { a: registryId = '' } = await registryIds(database, other)
      return { registryId, ...(await withKey()) }
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

type Key = Awaited<ReturnType<typeof grantedKey>>

// A key whose grant shows the client's watches alone.
function grantedKey(database: Database, clientId: string, options: Granted) {
  const { scopes = SCOPES, keyScopes = SCOPES, allowedIps = [] } = options
  const filter = { type: 'category', categories: ['watches'] } as const
  return readerOf(database, clientId, { scopes, filter }, { scopes: keyScopes, allowedIps })
}

/** Asks for a path of area A, and checks the form of a rejection. */
export function overRest(gateway: TestGateway, path: (target: Target) => string): Ask {
  return async (target) => {
    const reply = await gateway.request(path(target), bearerOf(target))
    if (reply.status === 200) return null
    const { error } = reply.json
    const [text, request_id] = [expect.any(String), reply.headers.get('X-Request-Id')]
    expect(reply.json).toEqual({ error: { type: text, code: text, message: text, request_id } })
    const { status, type } = new GatewayError(requireCode(error.code), '')
    expect({ status: reply.status, type: error.type }).toEqual({ status, type })
    return requireCode(error.code)
  }
}

/** Asks by a document with the variables `$clientId: ID!` and `$registryId: ID!`, of which it may use one. */
export function overGraphQL(gateway: TestGateway, document: string): Ask {
  return async (target) => {
    const { bearer: _bearer, ...variables } = target
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
