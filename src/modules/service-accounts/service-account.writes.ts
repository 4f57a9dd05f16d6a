import type { FirstUseListener } from '../../access/authenticator.ts'
import { SERVICE_SCOPES, type ServiceScope } from '../../access/caller.ts'
import { tokenStateAt, unexpiredWhere } from '../../access/liveness.ts'
import { parseNames } from '../../access/scopes.ts'
import { createSecret } from '../../access/secret.ts'
import { change, type Transaction } from '../../database/change.ts'
import { invalidParameter, stateConflict } from '../../errors.ts'
import type {
  PrismaClient,
  ServiceAccount,
  ServiceScope as StoredScope,
} from '../../generated/prisma/client.ts'
import { createId, requireFound, requireIdShape } from '../../values/ids.ts'
import { requireFutureExpiry } from '../../values/instant.ts'
import { parseName } from '../../values/text-rules.ts'
import {
  act,
  actUnhindered,
  OPERATOR,
  operator,
  PRODUCT,
  recordEvent,
} from '../audit/audit.writes.ts'
import { endSecrets, type Overlap } from '../keys/api-key-secret.writes.ts'
import { parseIpRanges } from '../keys/ip-range.ts'

const STORED: Readonly<Record<ServiceScope, StoredScope>> = {
  'figures:requests': 'figures_requests',
  'figures:webhooks': 'figures_webhooks',
  'figures:accounts': 'figures_accounts',
  'figures:portfolios': 'figures_portfolios',
}

export interface NewServiceAccount {
  readonly name: string
  /** At least one. */
  readonly scopes: readonly string[]
  /** Addresses and CIDR ranges, at least one. */
  readonly allowedIps: readonly string[]
  readonly expiresAt?: Date | null | undefined
}

/** Creates a service account, for operators. Its secret is returned only here. Throws `invalid_parameter`. */
export async function createServiceAccount(
  prisma: PrismaClient,
  input: NewServiceAccount,
  given?: Date,
) {
  const { secret, reference, hash } = createSecret('service')
  return act(operator(prisma, given), async (tx, now) => {
    const account = {
      id: createId('service'),
      name: parseName(input.name),
      scopes: parseNames(SERVICE_SCOPES, input.scopes),
      allowedIps: requireRanges(input.allowedIps),
      expiresAt: requireFutureExpiry(input.expiresAt, now),
      createdAt: now,
    }
    const scopes = account.scopes.map((scope) => STORED[scope])
    await tx.serviceAccount.createMany({ data: { ...account, scopes } })
    await tx.serviceSecret.createMany({
      data: { hash, serviceId: account.id, reference, createdAt: now },
    })
    const details = {
      name: account.name,
      reference,
      scopes: account.scopes,
      allowed_ips: account.allowedIps,
      expires_at: account.expiresAt?.toISOString() ?? null,
    }
    await recordEvent(tx, OPERATOR, { action: 'service.created', subject: account.id, details })
    return { ...account, reference, secret }
  })
}

const SECRETS = ['service_secrets', 'service_id'] as const

/** Creates a new secret, as `rollKey` does. Throws `record_not_found`, and `state_conflict` for an ended account. */
export async function rollServiceAccount(
  prisma: PrismaClient,
  { serviceId, overlap = '0' }: { readonly serviceId: string; readonly overlap?: Overlap },
) {
  return actUnhindered(operator(prisma), async (tx, now) => {
    requireLive(await lockAccount(tx, serviceId), now)
    const { before, previousEndsAt } = await endSecrets(tx, SECRETS, serviceId, overlap, now)
    const { secret, reference, hash } = createSecret('service')
    await tx.serviceSecret.createMany({ data: { hash, serviceId, reference, createdAt: now } })
    const details = { overlap, reference: { before, after: reference } }
    await recordEvent(tx, OPERATOR, { action: 'service.rolled', subject: serviceId, details })
    return { id: serviceId, secret, reference, previousEndsAt }
  })
}

/** Revokes a service account permanently. Idempotent: a repeated call records no event. Throws `record_not_found`. */
export async function revokeServiceAccount(prisma: PrismaClient, serviceId: string) {
  return actUnhindered(operator(prisma), async (tx, now) => {
    const account = await lockAccount(tx, serviceId)
    const revokedAt = account.revokedAt ?? now
    if (account.revokedAt === null) {
      await tx.serviceAccount.updateMany({ where: { id: serviceId }, data: { revokedAt } })
      await recordEvent(tx, OPERATOR, { action: 'service.revoked', subject: serviceId })
    }
    return { id: serviceId, state: 'revoked' as const, revokedAt }
  })
}

async function lockAccount(tx: Transaction, id: string): Promise<ServiceAccount> {
  requireIdShape('service', id, 'service account')
  await tx.$queryRaw`SELECT 1 FROM service_accounts WHERE id = ${id} FOR NO KEY UPDATE`
  return requireFound(await tx.serviceAccount.findUnique({ where: { id } }), 'service account')
}

function requireLive(account: ServiceAccount, now: Date): void {
  const state = tokenStateAt(account, now)
  if (state === 'active') return
  const ended = state === 'revoked' ? 'been revoked' : 'expired'
  throw stateConflict(`This service account has ${ended}; create a new one.`)
}

// A range of all addresses would restrict nothing.
function requireRanges(texts: readonly string[]): string[] {
  const ranges = parseIpRanges(texts)
  if (ranges.length > 0 && !ranges.some((range) => range.endsWith('/0'))) return ranges
  throw invalidParameter('allowedIps takes at least one range, and none of all addresses.')
}

/** Records the first use of each secret of a service account, once, with the address that it came from. */
export function recordFirstUse(prisma: PrismaClient): FirstUseListener {
  return async ({ serviceId }, hash, { now, ip }) => {
    const secret = { hash: Uint8Array.from(hash), firstUsedAt: null }
    await change(prisma, async (tx) => {
      const [used] = await tx.serviceSecret.updateManyAndReturn({
        where: secret,
        data: { firstUsedAt: now },
        select: { reference: true },
      })
      // Another request with the secret was first.
      if (!used) return
      const details = { reference: used.reference, address: ip }
      await recordEvent(tx, PRODUCT, { action: 'service.first_used', subject: serviceId, details })
    })
  }
}

/** Every service account, oldest first, with its state at an instant and its accepted secrets, newest first. */
export async function listServiceAccounts(prisma: PrismaClient, now: Date) {
  const accounts = await prisma.serviceAccount.findMany({
    include: {
      secrets: {
        where: unexpiredWhere(now),
        select: { reference: true, createdAt: true, firstUsedAt: true, expiresAt: true },
        orderBy: [{ createdAt: 'desc' }, { reference: 'asc' }],
      },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return accounts.map(({ secrets, scopes, ...account }) => {
    const state = tokenStateAt(account, now)
    const given = SERVICE_SCOPES.filter((scope) => scopes.includes(STORED[scope]))
    return { ...account, state, scopes: given, secrets: state === 'active' ? secrets : [] }
  })
}
