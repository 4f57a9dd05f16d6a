import { type AssetFilter, NO_FILTER } from '../../access/asset-filter.ts'
import { grantStateAt } from '../../access/liveness.ts'
import { SCOPES } from '../../access/scopes.ts'
import { change } from '../../database/change.ts'
import { type GatewayError, stateConflict } from '../../errors.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { PRODUCT } from '../audit/audit.writes.ts'
import { ACTIVE_EXISTS, type GrantChange, updateGrant } from '../grants/grant.writes.ts'
import { revokeGrant } from '../grants/grant-revocation.writes.ts'
import { lockKey } from '../grants/row-locks.ts'
import { connectSandboxClient } from '../keys/sandbox-grant.writes.ts'
import { expiryAfter } from './portfolio-scenarios.ts'
import { recordRun, resultOf, type ScenarioResult, type ScenarioRun } from './scenario-run.ts'

const NARROW_SCOPES = ['registry', 'valuation'] as const
const ALL_TERMS = { scopes: SCOPES, filter: NO_FILTER, expiresAt: null } as const

/** Each scenario that changes the grant of the key. Each throws `state_conflict` where there is no grant to change. */
export const GRANT_SCENARIOS = {
  grant_narrowed: async (run: ScenarioRun) =>
    changeTerms(run, { scopes: NARROW_SCOPES, filter: await vaultOf(run), expiresAt: null }),
  grant_widened: (run: ScenarioRun) => changeTerms(run, ALL_TERMS),
  grant_expires: async (run: ScenarioRun) => {
    const expiresAt = expiryAfter(run.now)
    const { changed, ...result } = await changeTerms(run, { expiresAt })
    return { ...result, changed, at: changed ? expiresAt : null }
  },
  grant_revoked: revoke,
  grant_given: give,
} as const

/** Gives the key a grant with all terms, or widens the one that it has. */
export async function resetGrant(run: ScenarioRun): Promise<ScenarioResult> {
  const grant = await latestGrant(run)
  return isLive(grant, run) ? changeTerms(run, ALL_TERMS) : give(run)
}

async function changeTerms(
  run: ScenarioRun,
  terms: Omit<GrantChange, 'grantId'>,
): Promise<ScenarioResult> {
  const by = { ...run, actor: PRODUCT }
  const grant = await latestGrant(run)
  if (!isLive(grant, run)) throw ended()
  const record = (tx: Parameters<typeof recordRun>[0]) => recordRun(tx, run)
  const after = await updateGrant(by, { grantId: grant.id, ...terms }, record)
  return resultOf(run, after.version === grant.version ? null : after.updatedAt)
}

async function revoke(run: ScenarioRun): Promise<ScenarioResult> {
  const by = { ...run, actor: PRODUCT }
  const grant = await latestGrant(run)
  if (!grant) throw ended()
  const record = (tx: Parameters<typeof recordRun>[0]) => recordRun(tx, run)
  const { revokedAt } = await revokeGrant(by, { grantId: grant.id }, record)
  return resultOf(run, grant.state === 'revoked' ? null : revokedAt)
}

async function give(run: ScenarioRun): Promise<ScenarioResult> {
  const { prisma, key, now } = run
  const work = async (tx: Parameters<typeof recordRun>[0]) => {
    const locked = await lockKey(tx, key.id)
    if (isLive(await latestGrant({ ...run, prisma: tx }), run)) return resultOf(run, null)
    await connectSandboxClient(tx, locked, now)
    await recordRun(tx, run)
    return resultOf(run, now)
  }
  return change(prisma, work, ACTIVE_EXISTS)
}

function latestGrant({
  prisma,
  key,
  clientId,
}: Pick<ScenarioRun, 'key' | 'clientId'> & { prisma: Parameters<typeof recordRun>[0] }) {
  const where = { clientId, keyId: key.id }
  return prisma.grant.findFirst({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
}

function isLive(grant: Grant | null, { now }: ScenarioRun): grant is Grant {
  return grant !== null && grantStateAt(grant, now) === 'active'
}

async function vaultOf({ prisma, clientId }: ScenarioRun): Promise<AssetFilter> {
  const { id: collectionId } = await prisma.collection.findUniqueOrThrow({
    where: { clientId_ref: { clientId, ref: 'vault' } },
    select: { id: true },
  })
  return { type: 'collection', collectionId }
}

function ended(): GatewayError {
  return stateConflict('The key has no grant for the sandbox client. Run grant_given first.')
}
