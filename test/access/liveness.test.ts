import { beforeAll, expect, test } from 'vitest'
import {
  isSecretLive,
  LIFE_STATES,
  lapsedGrantSql,
  lifeStateAt,
  lifeStateSql,
  liveSecretSql,
  liveSql,
  liveTokenSql,
  liveTokenWhere,
  liveWhere,
  tokenStateAt,
} from '../../src/access/liveness.ts'
import { createSecret } from '../../src/access/secret.ts'
import { readRows } from '../../src/database/statement.ts'
import type { ApiKey, GrantState } from '../../src/generated/prisma/client.ts'
import { createId } from '../../src/values/ids.ts'
import { clientOf, enterpriseFirm, later, NOW } from '../modules/fixtures.ts'
import { testDatabase } from '../support/database.ts'

const { pool, prisma } = testDatabase()
let firmId = ''
let clientId = ''

beforeAll(async () => {
  firmId = await enterpriseFirm(prisma)
  clientId = await clientOf(prisma)
})

const EXPIRIES = {
  never: null,
  'a millisecond ago': later(-1),
  now: NOW,
  'in a millisecond': later(1),
}
const CASES = Object.entries(EXPIRIES).flatMap(([expires, expiresAt]) =>
  [null, later(-1), NOW].map((revokedAt) => ({ expires, expiresAt, revokedAt })),
)
const state = ({ expiresAt, revokedAt }: (typeof CASES)[number]) => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt.getTime() <= NOW.getTime() ? 'expired' : 'active'
}

const SECRETS = 'key_secrets s JOIN api_keys k ON k.id = s.key_id WHERE k.id = $1'

/** Whether the condition, in which $2 is the instant, holds for the row with this id. */
async function holdsInSql(from: string, id: string, condition: string) {
  const rows = await readRows(pool, `SELECT 1 FROM ${from} AND ${condition}`, [id, NOW], 'test')
  return rows.length === 1
}

/** The states that the condition of a list says of the row: one. */
async function statesInSql(from: string, alias: string, id: string): Promise<string[]> {
  const states = []
  for (const each of LIFE_STATES) {
    const condition = lifeStateSql(alias, each, () => '$2')
    const given = `$2::timestamptz IS NOT NULL AND ${condition}`
    if (await holdsInSql(`${from} WHERE ${alias}.id = $1`, id, given)) states.push(each)
  }
  return states
}

// Straight into the tables: a revoked row never changes, and the writes make only some of these.
async function storeKey(life: Partial<ApiKey> = {}) {
  const key = { id: createId('key'), firmId, name: 'reports', scopes: ['registry' as const] }
  await prisma.apiKey.createMany({ data: { ...key, environment: 'production', ...life } })
  return { ...key, environment: 'production' as const }
}

/** Compares the answers of the rule, the condition of a query and that of the list for a row with the expected ones. */
const lives = (name: string, found: readonly unknown[], expected: string) => {
  const live = expected === 'active'
  expect.soft([name, ...found]).toEqual([name, expected, Number(live), live])
}
const nameOf = ({ expires, revokedAt }: (typeof CASES)[number]) =>
  `expires ${expires}, revoked at ${revokedAt?.toISOString()}`

test('a key is live until it expires or is revoked', async () => {
  for (const life of CASES) {
    const { expiresAt, revokedAt } = life
    const stored = revokedAt === null ? ('active' as const) : ('revoked' as const)
    const { id } = await storeKey({ expiresAt, revokedAt, state: stored })
    const found = [
      lifeStateAt({ state: stored, expiresAt }, NOW),
      await prisma.apiKey.count({ where: { id, ...liveWhere(NOW) } }),
      await holdsInSql('api_keys k WHERE k.id = $1', id, liveSql('k', '$2')),
    ]
    lives(nameOf(life), found, state(life))
    expect.soft(await statesInSql('api_keys k', 'k', id)).toEqual([state(life)])
  }
})

test('a secret is live with its key, until it expires', async () => {
  for (const life of CASES) {
    const stored = life.revokedAt === null ? ('active' as const) : ('revoked' as const)
    const key = { state: stored, expiresAt: life.expiresAt }
    const { id: keyId } = await storeKey({ ...key, revokedAt: life.revokedAt })
    const { hash, reference } = createSecret('production')
    await prisma.keySecret.create({ data: { hash, reference, keyId } })
    for (const expiresAt of Object.values(EXPIRIES)) {
      await prisma.keySecret.updateMany({ where: { keyId }, data: { expiresAt } })
      const live = state(life) === 'active' && (expiresAt === null || expiresAt > NOW)
      const inSql = await holdsInSql(SECRETS, keyId, liveSecretSql('s', 'k', '$2'))
      const found = [isSecretLive({ expiresAt }, key, NOW), inSql]
      expect
        .soft([nameOf(life), expiresAt, ...found])
        .toEqual([nameOf(life), expiresAt, live, live])
    }
  }
})

test('a token is live until it expires or is revoked', async () => {
  for (const life of CASES) {
    const { expiresAt, revokedAt } = life
    const { hash, reference } = createSecret('token')
    const id = createId('token')
    const token = { id, userId: clientId, name: 'a token', hash, reference }
    await prisma.accessToken.createMany({ data: { ...token, expiresAt, revokedAt } })
    const found = [
      tokenStateAt(life, NOW),
      await prisma.accessToken.count({ where: { id, ...liveTokenWhere(NOW) } }),
      await holdsInSql('access_tokens t WHERE t.id = $1', id, liveTokenSql('t', '$2')),
    ]
    lives(nameOf(life), found, state(life))
  }
})

test('a grant is live until it expires, is revoked, or is stored as expired, which no expiry undoes', async () => {
  for (const life of CASES) {
    const { expiresAt, revokedAt } = life
    const stores: GrantState[] = revokedAt === null ? ['active', 'expired'] : ['revoked']
    for (const stored of stores) {
      const { id: keyId, environment, scopes } = await storeKey()
      const terms = { keyId, clientId, environment, scopes, filterType: 'all' as const }
      const id = createId('grant')
      const data = { id, ...terms, state: stored, expiresAt, revokedAt }
      await prisma.grant.createMany({ data })
      const expected = stored === 'expired' ? 'expired' : state(life)
      const found = [
        lifeStateAt({ state: stored, expiresAt }, NOW),
        await prisma.grant.count({ where: { id, ...liveWhere(NOW) } }),
        await holdsInSql('grants g WHERE g.id = $1', id, liveSql('g', '$2')),
      ]
      lives(`${stored}, ${nameOf(life)}`, found, expected)
      expect.soft(await statesInSql('grants g', 'g', id)).toEqual([expected])
      const lapsed = await holdsInSql('grants g WHERE g.id = $1', id, lapsedGrantSql('$2'))
      expect.soft(lapsed).toBe(stored === 'active' && expected === 'expired')
    }
  }
})
