import type { AssetFilter } from '../../access/asset-filter.ts'
import { requireFutureExpiry } from '../../access/expiry.ts'
import { createId } from '../../access/ids.ts'
import { isExpired, lapsedGrantWhere } from '../../access/liveness.ts'
import { notFound, requireIdShape } from '../../access/record-id.ts'
import { parseScopes } from '../../access/scopes.ts'
import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { ApiKey, Grant, PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { readPurpose, recordConsent, type ShownConsent } from './consent.writes.ts'
import { lockFirm, requireEnterprisePlan } from './firm-plan.ts'
import { compareTerms, describeTerms, isNarrowing, storeFilter, type Terms } from './grant-terms.ts'
import {
  lockGrant,
  lockKey,
  requireLiveKey,
  rowOf,
  takeTermsInstant,
  writeGrant,
} from './row-locks.ts'

export const ACTIVE_EXISTS = 'This key has an active grant for this client; change that one.'

export interface NewGrant {
  readonly keyId: string
  readonly clientId: string
  /** Names of scopes, at least one; `registry` is added. Only the scopes that the key has too are visible. */
  readonly scopes: readonly string[]
  readonly filter: AssetFilter
  readonly expiresAt?: Date | null | undefined
}

/** Lets a key read a client's portfolio, for an operator. Clients approve links. Throws what `giveGrant` throws. */
export async function createGrant(
  prisma: PrismaClient,
  actor: Actor,
  input: NewGrant,
  now: Date = new Date(),
): Promise<Grant> {
  return change(prisma, (tx) => giveGrant(tx, actor, input, now), ACTIVE_EXISTS)
}

/**
 * Lets a key read a client's portfolio. Throws `invalid_parameter` (also for a key and a client of
 * two environments, for the sandbox client of another firm, and for a filter that names what the client
 * does not have), `record_not_found`,
 * `state_conflict` for a key that has ended and where an active grant exists, and
 * `enterprise_plan_required`.
 */
export async function giveGrant(
  tx: Transaction,
  actor: Actor,
  input: NewGrant,
  now: Date,
): Promise<Grant> {
  const { keyId, clientId } = input
  const scopes = parseScopes(input.scopes)
  const expiresAt = requireFutureExpiry(input.expiresAt, now)
  const key = await lockKey(tx, keyId)
  requireLiveKey(key, now)
  requireEnterprisePlan(await lockFirm(tx, key.firmId), 'Giving access to a firm')
  const environment = await requireEnvironment(tx, clientId, key)
  const terms = { scopes, ...(await storeFilter(tx, clientId, input.filter)), expiresAt }
  await markExpired(tx, keyId, clientId, now)
  const id = createId('grant')
  const updatedAt = await takeTermsInstant(tx, clientId, null)
  await tx.grant.createMany({
    data: { id, keyId, clientId, environment, ...terms, createdAt: now, updatedAt },
  })
  const grant = await tx.grant.findUniqueOrThrow({ where: rowOf({ clientId, id }) })
  await recordEvent(tx, {
    actor,
    action: 'grant.created',
    subject: grant.id,
    firmId: key.firmId,
    clientId,
    details: { key_id: keyId, ...describeTerms(terms) },
  })
  return grant
}

export interface GrantChange {
  readonly grantId: string
  /** The version that the change is based on. If it is left out, every version is accepted. */
  readonly version?: number
  readonly scopes?: readonly string[]
  readonly filter?: AssetFilter
  /** Null: no expiry. */
  readonly expiresAt?: Date | null | undefined
  /** What the client was shown, which is checked and stored. Absent for an operator. */
  readonly shown?: ShownConsent
}

/**
 * Changes the terms of a grant and raises its version; omitted members stay, and without a difference
 * there is no new version. A new expiry, or none, makes an expired grant active again; any other
 * change of it is rejected. Throws `invalid_parameter`, `record_not_found`, and `state_conflict` for a
 * revoked grant, for one that stays expired, and if another grant has replaced it. A change that is
 * not a narrowing needs a live key and the firm's plan: `state_conflict`, `enterprise_plan_required`. A
 * change that is not what the client was shown is rejected: `terms_changed`.
 */
export async function updateGrant(
  prisma: PrismaClient,
  actor: Actor,
  input: GrantChange,
  now: Date = new Date(),
): Promise<Grant> {
  const update = async (tx: Transaction) => {
    const { key, grant } = await lockGrant(tx, input.grantId)
    if (grant.state === 'revoked') throw conflict('has been revoked; the client may give a new one')
    const terms = await changeTerms(tx, grant, input, now)
    if (isExpired(terms.expiresAt, now))
      throw conflict('has expired; give it a new expiry, or none')
    const changes = compareTerms(grant, terms)
    if (Object.keys(changes).length === 0) return grant
    if (input.version !== undefined && input.version !== grant.version)
      throw conflict('has changed since; look at it again')
    if (!isNarrowing(grant, terms)) await requireWidenable(tx, key, now)
    const version = grant.version + 1
    if (input.shown) await recordChange(tx, { key, grant, terms, version }, input.shown, now)
    const updatedAt = await takeTermsInstant(tx, grant.clientId, grant.updatedAt)
    const data = { ...terms, version, state: 'active' as const, updatedAt }
    const changed = await writeGrant(tx, grant, data)
    await recordEvent(tx, {
      actor,
      action: 'grant.updated',
      subject: grant.id,
      firmId: key.firmId,
      clientId: grant.clientId,
      details: {
        key_id: grant.keyId,
        version: { before: grant.version, after: version },
        ...changes,
      },
    })
    return changed
  }
  return change(prisma, update, ACTIVE_EXISTS)
}

interface ShownChange {
  readonly key: ApiKey
  /** As it was shown to the client, and the terms that it gets. */
  readonly grant: Grant
  readonly terms: Terms
  readonly version: number
}

async function recordChange(
  tx: Transaction,
  { key, grant, terms, version }: ShownChange,
  shown: ShownConsent,
  now: Date,
): Promise<void> {
  const { clientId, id: grantId } = grant
  const purpose = await readPurpose(tx, { clientId, grantId })
  const answers = { grantId, version: grant.version }
  const subject = { clientId, key, terms, purpose, answers }
  await recordConsent(tx, subject, { grantId, version }, shown, now)
}

// The lock on the firm keeps its plan from lapsing until the grant is wider.
async function requireWidenable(tx: Transaction, key: ApiKey, now: Date): Promise<void> {
  requireLiveKey(key, now)
  requireEnterprisePlan(await lockFirm(tx, key.firmId), 'Extending the access of a firm')
}

async function changeTerms(
  tx: Transaction,
  grant: Terms & { clientId: string },
  input: GrantChange,
  now: Date,
): Promise<Terms> {
  const { scopes, filter, expiresAt } = input
  const { filterType, filterValues } = filter
    ? await storeFilter(tx, grant.clientId, filter)
    : grant
  return {
    scopes: scopes ? parseScopes(scopes) : grant.scopes,
    filterType,
    filterValues,
    expiresAt: expiresAt === undefined ? grant.expiresAt : requireFutureExpiry(expiresAt, now),
  }
}

async function requireEnvironment(tx: Transaction, clientId: string, key: ApiKey) {
  requireIdShape('user', clientId, 'client')
  const portfolio = await tx.portfolio.findUnique({
    where: { clientId },
    select: { environment: true, client: { select: { sandboxFirmId: true } } },
  })
  if (!portfolio) throw notFound('client')
  requireOwnSandbox(portfolio.client.sandboxFirmId, key)
  if (portfolio.environment === key.environment) return key.environment
  throw new GatewayError(
    'invalid_parameter',
    `client_id takes a ${key.environment} client, since the key is a ${key.environment} key; this one is a ${portfolio.environment} client.`,
  )
}

function requireOwnSandbox(sandboxFirmId: string | null, { firmId }: ApiKey): void {
  if (sandboxFirmId === null || sandboxFirmId === firmId) return
  throw new GatewayError('invalid_parameter', 'client_id is the sandbox client of another firm.')
}

// Reads compare the expiry; the stored state is updated here, where it would block a new grant.
async function markExpired(tx: Transaction, keyId: string, clientId: string, now: Date) {
  await tx.grant.updateMany({
    where: { keyId, clientId, ...lapsedGrantWhere(now) },
    data: { state: 'expired' },
  })
}

function conflict(what: string): GatewayError {
  return new GatewayError('state_conflict', `This grant ${what}.`)
}
