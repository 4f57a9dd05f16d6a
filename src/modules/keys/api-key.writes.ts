import { NO_FILTER } from '../../access/asset-filter.ts'
import { requestsPerMinute } from '../../access/caller.ts'
import { parseScopes, SCOPES } from '../../access/scopes.ts'
import { createSecret } from '../../access/secret.ts'
import { change, type Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { invalidParameter } from '../../errors.ts'
import type { ApiKey, Environment, Tier } from '../../generated/prisma/client.ts'
import { writeAgreedLines } from '../../values/agreed-lines.ts'
import { createId, digestOf } from '../../values/ids.ts'
import { requireFutureExpiry } from '../../values/instant.ts'
import { parseName } from '../../values/text-rules.ts'
import { type Action, act, actUnhindered, PRODUCT, recordEvent } from '../audit/audit.writes.ts'
import { compareMembers } from '../audit/details.ts'
import { lockEnterprisePlan, requireFirmPlan } from '../firms/firm-plan.ts'
import { type GrantedKey, giveGrant } from '../grants/grant.writes.ts'
import { CONSENT_LANGUAGE } from '../grants/grant-terms.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'
import { ensureSandboxClient } from '../sandbox-client/sandbox-client.writes.ts'
import { parseIpRanges } from './ip-range.ts'
import { parseReturnUrls } from './return-url.ts'

export interface NewKey {
  readonly firmId: string
  readonly name: string
  readonly environment: Environment
  /** Names of scopes, at least one; `registry` is added. */
  readonly scopes: readonly string[]
  readonly expiresAt?: Date | null | undefined
  /** Addresses and CIDR ranges; an empty list allows any address. */
  readonly allowedIps?: readonly string[] | null | undefined
  /** Whether it creates connection links by itself; false by default. */
  readonly createsLinks?: boolean | null | undefined
}

/**
 * Creates a key and returns it with its secret, which is never shown again. A sandbox key can read the firm's sandbox
 * client. Throws `invalid_parameter`, `record_not_found`, and `enterprise_plan_required` without an active plan.
 */
export async function createKey({ prisma, actor, now: given }: Action, input: NewKey) {
  const now = await instantOf(prisma, given)
  const { firmId, environment } = input
  const key = {
    id: createId('key'),
    firmId,
    name: parseName(input.name),
    environment,
    scopes: parseScopes(input.scopes),
    allowedIps: parseIpRanges(input.allowedIps ?? []),
    expiresAt: requireFutureExpiry(input.expiresAt, now),
    createsLinks: input.createsLinks ?? false,
    createdAt: now,
  }
  const { secret, reference, hash } = createSecret(environment)
  if (environment === 'sandbox') {
    await requireFirmPlan(prisma, firmId)
    await ensureSandboxClient(prisma, firmId, now)
  }
  return change(prisma, async (tx) => {
    await lockEnterprisePlan(tx, firmId)
    const createdBy = actor.kind === 'user' ? actor.userId : null
    await tx.apiKey.createMany({ data: { ...key, createdBy } })
    await tx.keySecret.createMany({ data: { hash, keyId: key.id, reference, createdAt: now } })
    await recordEvent(tx, actor, {
      action: 'key.created',
      subject: key.id,
      firmId,
      details: {
        environment,
        scopes: key.scopes,
        allowed_ips: key.allowedIps,
        expires_at: key.expiresAt?.toISOString() ?? null,
        ...(key.createsLinks && { creates_links: true }),
        reference,
      },
    })
    if (environment === 'sandbox') await connectSandboxClient(tx, { ...key, state: 'active' }, now)
    return { ...key, secret, reference }
  })
}

interface KeyChange {
  readonly keyId: string
  readonly name?: string | null | undefined
  /** Replaces the whole list; an empty list allows any address. */
  readonly allowedIps?: readonly string[] | null | undefined
  /** Replaces the whole list. Links that name an address that is not in it have no return address. */
  readonly returnUrls?: readonly string[] | null | undefined
  /** Whether it creates connection links by itself. Taking the right revokes the open links that it created. */
  readonly createsLinks?: boolean | null | undefined
}

/**
 * Changes the members of a key that are given; if none changes, no event is recorded. Throws `invalid_parameter`,
 * `record_not_found`, `state_conflict` for a key that is not live, and `enterprise_plan_required`.
 */
export async function updateKey(by: Action, input: KeyChange) {
  const { keyId } = input
  return actUnhindered(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    const changed = changedMembers(key, input)
    const details = compareMembers(recordedMembers(key), recordedMembers(changed))
    // Without the plan, the right to create links can be taken, like other access.
    const isTaking = Object.keys(details).join() === 'creates_links' && !changed.createsLinks
    if (!isTaking) await lockEnterprisePlan(tx, key.firmId)
    if (Object.keys(details).length > 0) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: changed })
      if (key.createsLinks && !changed.createsLinks) await revokeOwnLinks(tx, keyId, now)
      const event = { action: 'key.updated', subject: keyId, firmId: key.firmId, details } as const
      await recordEvent(tx, by.actor, event)
    }
    return { id: keyId, firmId: key.firmId, ...changed }
  })
}

// A right that is given again brings no link back.
async function revokeOwnLinks(tx: Transaction, keyId: string, now: Date): Promise<void> {
  const where = { keyId, createdBy: keyId, usedAt: null, revokedAt: null }
  await tx.connectionLink.updateMany({ where, data: { revokedAt: now } })
}

type ChangeableMembers = Pick<ApiKey, 'name' | 'allowedIps' | 'returnUrls' | 'createsLinks'>

function changedMembers(key: ChangeableMembers, input: KeyChange): ChangeableMembers {
  const { name, allowedIps, returnUrls, createsLinks } = input
  return {
    name: name == null ? key.name : parseName(name),
    allowedIps: allowedIps ? parseIpRanges(allowedIps) : key.allowedIps,
    returnUrls: returnUrls ? parseReturnUrls(returnUrls) : key.returnUrls,
    createsLinks: createsLinks ?? key.createsLinks,
  }
}

function recordedMembers({ name, allowedIps, returnUrls, createsLinks }: ChangeableMembers) {
  return { name, allowed_ips: allowedIps, return_urls: returnUrls, creates_links: createsLinks }
}

/**
 * Sets the key's own tier, for operators; null: that of its firm. Throws `record_not_found`, `invalid_parameter` for a
 * sandbox key, because its limit is fixed, and `state_conflict` for a key that is not live.
 */
export async function setTier(
  by: Action,
  { keyId, tier }: { readonly keyId: string; readonly tier: Tier | null },
) {
  return act(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    if (key.environment === 'sandbox')
      throw invalidParameter(
        `A sandbox key has ${requestsPerMinute({ ...key, tier: 'standard' })} requests a minute and no tier.`,
      )
    requireLiveKey(key, now)
    const { firmId } = key
    if (key.tier !== tier) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { tier } })
      const details = { tier: { before: key.tier, after: tier } }
      const event = { action: 'key.tier_set', subject: keyId, firmId, details } as const
      await recordEvent(tx, by.actor, event)
    }
    return { id: keyId, firmId, tier }
  })
}

/** For operators: limits a key to trusted documents or not. Throws `record_not_found`, `state_conflict` if it ended. */
export async function limitDocuments(
  by: Action,
  limit: { readonly keyId: string; readonly trustedDocumentsOnly: boolean },
) {
  const { keyId, trustedDocumentsOnly } = limit
  return actUnhindered(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    const { firmId, trustedDocumentsOnly: before } = key
    if (before !== trustedDocumentsOnly) {
      await tx.apiKey.updateMany({ where: { id: keyId }, data: { trustedDocumentsOnly } })
      const details = { trusted_documents_only: { before, after: trustedDocumentsOnly } }
      const event = { action: 'key.documents_set', subject: keyId, firmId, details } as const
      await recordEvent(tx, by.actor, event)
    }
    return { id: keyId, firmId, trustedDocumentsOnly }
  })
}

/** Connects a sandbox key to the sandbox client of its firm, with all scopes. The consent says that nobody agreed. */
export async function connectSandboxClient(
  tx: Transaction,
  key: GrantedKey & Pick<ApiKey, 'name'>,
  at: Date,
): Promise<void> {
  const where = { sandboxFirmId: key.firmId }
  const { id: clientId } = await tx.user.findUniqueOrThrow({ where })
  const terms = { key, clientId, scopes: SCOPES, filter: NO_FILTER }
  const { id: grantId, version } = await giveGrant(tx, PRODUCT, terms, at)
  const firm = await tx.firm.findUniqueOrThrow({ where: { id: key.firmId } })
  const sentence = writeAgreedLines('sandbox', [
    ['Firm', firm.name],
    ['Sandbox key', key.name],
  ])
  const words = { sentence, firmSentence: sentence, language: CONSENT_LANGUAGE }
  const digest = digestOf([clientId, key.id, sentence])
  await tx.consent.createMany({ data: { clientId, grantId, version, ...words, digest, at } })
}
