import type { AssetFilter } from '../../access/asset-filter.ts'
import { isExpired } from '../../access/liveness.ts'
import { parseScopes, type Scope } from '../../access/scopes.ts'
import type { Transaction } from '../../database/change.ts'
import { type GatewayError, invalidParameter, stateConflict } from '../../errors.ts'
import type { ApiKey, Grant } from '../../generated/prisma/client.ts'
import { createId, notFound, requireIdShape } from '../../values/ids.ts'
import { requireFutureExpiry } from '../../values/instant.ts'
import { type Action, type Actor, act, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { lockEnterprisePlan } from '../firms/firm-plan.ts'
import {
  compareTerms,
  describeTerms,
  isNarrowing,
  showsSame,
  storeFilter,
  type Terms,
} from './grant-terms.ts'
import {
  eventOfGrant,
  lockGrant,
  lockKey,
  markExpired,
  requireLiveKey,
  rowOf,
  takeTermsInstant,
  writeGrant,
} from './row-locks.ts'

const FIRM_ONLY_NARROWS =
  'A firm only narrows a grant: fewer scopes, or an earlier end. Only the client widens or extends one; ask for it with a new connection link.'
export const ACTIVE_EXISTS = 'This key has an active grant for this client; change that one.'

export interface NewGrant {
  readonly keyId: string
  readonly clientId: string
  /** Names of scopes, at least one; `registry` is added. Only scopes that the key has as well are visible. */
  readonly scopes: readonly string[]
  readonly filter: AssetFilter
  readonly expiresAt?: Date | null | undefined
}

/** Lets a key read a portfolio, for an operator. Clients give grants by approving links. Throws as `giveGrant` does. */
export async function createGrant(by: Action, input: NewGrant): Promise<Grant> {
  const { keyId, ...terms } = input
  const scopes = parseScopes(terms.scopes)
  const give = async (tx: Transaction, now: Date) => {
    const key = await lockKey(tx, keyId)
    return giveGrant(tx, by.actor, { ...terms, key, scopes }, now)
  }
  return act(by, give, ACTIVE_EXISTS)
}

/** The columns of a key that decide about its grants. */
export type GrantedKey = Pick<ApiKey, 'id' | 'firmId' | 'environment' | 'state' | 'expiresAt'>

/** A grant to give. Its key is locked, or made by this transaction, and its scopes are parsed. */
interface GivenGrant extends Omit<NewGrant, 'keyId'> {
  readonly key: GrantedKey
  readonly scopes: readonly Scope[]
  /** The firm's own id of the client, from the link that is approved. */
  readonly reference?: string | null
}

/**
 * Lets a key read a client's portfolio. Throws `record_not_found` for the client, `enterprise_plan_required`,
 * `state_conflict` for a key that has ended and where an active grant exists, and `invalid_parameter`: also for a key
 * and a client of two environments, for the sandbox client of another firm, and for a filter of what the client lacks.
 */
export async function giveGrant(
  tx: Transaction,
  actor: Actor,
  { key, clientId, scopes, reference = null, ...input }: GivenGrant,
  now: Date,
): Promise<Grant> {
  const keyId = key.id
  const expiresAt = requireFutureExpiry(input.expiresAt, now)
  requireLiveKey(key, now)
  await lockEnterprisePlan(tx, key.firmId, 'Giving access to a firm')
  const environment = await requireEnvironment(tx, clientId, key)
  const terms = {
    scopes: [...scopes],
    ...(await storeFilter(tx, clientId, input.filter)),
    expiresAt,
  }
  await markExpired(tx, { keyId, clientId }, now)
  const id = createId('grant')
  const updatedAt = await takeTermsInstant(tx, { clientId, id })
  await tx.grant.createMany({
    data: { id, keyId, clientId, environment, ...terms, reference, createdAt: now, updatedAt },
  })
  const grant = await tx.grant.findUniqueOrThrow({ where: rowOf({ clientId, id }) })
  const event = eventOfGrant(grant, key, describeTerms(terms))
  await recordEvent(tx, actor, { action: 'grant.created', ...event })
  return grant
}

export interface GrantChange {
  readonly grantId: string
  /** The version that the change is based on. Absent: every version is accepted. */
  readonly version?: number
  readonly scopes?: readonly string[]
  readonly filter?: AssetFilter
  /** Null: no expiry. */
  readonly expiresAt?: Date | null | undefined
  /** Whether it answers a connection link. Then it is a new version also with equal terms. */
  readonly answersLink?: boolean
  /** Whether terms that are the same are written, as a version of their own. */
  readonly writesSame?: (tx: Transaction, grant: Grant) => Promise<boolean>
  /** Whether the firm changes it. Then anything but a narrowing is rejected, and the event is the firm's own. */
  readonly byFirm?: boolean
}

/** A grant before and after a change of its terms, which gave it a new version. */
export interface ChangedGrant {
  readonly key: ApiKey
  readonly before: Grant
  readonly after: Grant
}

/**
 * Changes the terms of a grant and raises its version. Omitted members stay, and if nothing changes there is no new
 * version, unless it answers a link. A new expiry, or none, makes an expired grant active again. Throws
 * `invalid_parameter`, `record_not_found`, and `state_conflict` for a revoked grant, for one that stays expired, and if
 * another grant has replaced it. A change that is not a narrowing needs a live key and the firm's plan:
 * `state_conflict`, `enterprise_plan_required`. `withChange` runs in the transaction of a change; its error undoes it.
 */
export async function updateGrant(
  by: Action,
  input: GrantChange,
  withChange?: (tx: Transaction, changed: ChangedGrant, now: Date) => Promise<void>,
): Promise<Grant> {
  const update = async (tx: Transaction, now: Date) => {
    const { key, grant } = await lockGrant(tx, input.grantId)
    const terms = await requireTermsAfter(tx, grant, input, now)
    const hasExpired = grant.state === 'expired'
    const isSame = !hasExpired && Object.keys(compareTerms(grant, terms)).length === 0
    if (isSame && !input.answersLink && !(await input.writesSame?.(tx, grant))) return grant
    if (input.version !== undefined && input.version !== grant.version)
      throw conflict('has changed since; look at it again')
    if (hasExpired || !isNarrowing(grant, terms)) {
      if (input.byFirm) throw invalidParameter(FIRM_ONLY_NARROWS)
      requireLiveKey(key, now)
      await lockEnterprisePlan(tx, key.firmId, 'Extending the access of a firm')
    }
    const changes = { key, before: grant, after: await writeTerms(tx, grant, terms, now) }
    await recordUpdate(tx, by.actor, changes, input.byFirm ? 'grant.narrowed' : 'grant.updated')
    await withChange?.(tx, changes, now)
    return changes.after
  }
  return actUnhindered(by, update, ACTIVE_EXISTS)
}

// A change of the expiry alone does not change which data the grant shows, so mirrors continue with deltas.
async function writeTerms(tx: Transaction, grant: Grant, terms: Terms, now: Date): Promise<Grant> {
  const instant = showsSame(grant, terms)
    ? { expiryChangedAt: now }
    : { updatedAt: await takeTermsInstant(tx, grant) }
  const version = grant.version + 1
  return writeGrant(tx, grant, { ...terms, version, state: 'active', ...instant })
}

function recordUpdate(
  tx: Transaction,
  actor: Actor,
  { key, before, after }: ChangedGrant,
  action: 'grant.narrowed' | 'grant.updated',
): Promise<void> {
  const version = { before: before.version, after: after.version }
  const event = eventOfGrant(before, key, { version, ...compareTerms(before, after) })
  return recordEvent(tx, actor, { action, ...event })
}

// The terms after the change. A revoked grant never changes, and a change must not leave the grant expired.
async function requireTermsAfter(
  tx: Transaction,
  grant: Grant,
  { scopes, filter, expiresAt }: GrantChange,
  now: Date,
): Promise<Terms> {
  if (grant.state === 'revoked') throw conflict('has been revoked; the client may give a new one')
  const { filterType, filterValues } = filter
    ? await storeFilter(tx, grant.clientId, filter, grant)
    : grant
  const terms = {
    scopes: scopes ? parseScopes(scopes) : grant.scopes,
    filterType,
    filterValues,
    expiresAt: expiresAt === undefined ? grant.expiresAt : requireFutureExpiry(expiresAt, now),
  }
  // It may be stored as expired by a clock that was ahead. Its expiry is given again then.
  const staysExpired = grant.state === 'expired' && expiresAt === undefined
  if (staysExpired || isExpired(terms.expiresAt, now))
    throw conflict('has expired; give it a new expiry, or none')
  return terms
}

async function requireEnvironment(tx: Transaction, clientId: string, key: GrantedKey) {
  requireIdShape('user', clientId, 'client')
  const portfolio = await tx.portfolio.findUnique({
    where: { clientId, erasedAt: null },
    select: { environment: true, client: { select: { sandboxFirmId: true } } },
  })
  if (!portfolio) throw notFound('client')
  const { sandboxFirmId } = portfolio.client
  if (sandboxFirmId !== null && sandboxFirmId !== key.firmId)
    throw invalidParameter('clientId is the sandbox client of another firm.')
  if (portfolio.environment === key.environment) return key.environment
  throw invalidParameter(
    `clientId takes a ${key.environment} client, since the key is a ${key.environment} key; this one is a ${portfolio.environment} client.`,
  )
}

function conflict(what: string): GatewayError {
  return stateConflict(`This grant ${what}.`)
}
