import { type AssetFilter, NO_FILTER } from '../../access/asset-filter.ts'
import { lifeStateAt } from '../../access/liveness.ts'
import { SCOPES } from '../../access/scopes.ts'
import { change, type Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { GatewayError, stateConflict } from '../../errors.ts'
import type { Grant, PrismaClient } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { PRODUCT } from '../audit/audit.writes.ts'
import { ACTIVE_EXISTS, type GrantChange, updateGrant } from '../grants/grant.writes.ts'
import { revokeGrant } from '../grants/grant-revocation.writes.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'
import { connectSandboxClient } from '../keys/api-key.writes.ts'
import { addRehearsedSecret } from '../keys/api-key-secret.writes.ts'
import { limitSandboxTombstones } from '../retention/sandbox.writes.ts'
import { ensureSandboxClient } from '../sandbox-client/sandbox-client.writes.ts'
import { sandboxPortfolio } from '../sandbox-client/sandbox-portfolio.ts'
import {
  expiryAfter,
  PORTFOLIO_SCENARIOS,
  type PortfolioChange,
  type PortfolioScenario,
} from './portfolio-scenarios.ts'
import {
  CHANGES_A_DAY,
  recordRun,
  resultOf,
  type ScenarioResult,
  type ScenarioRun,
} from './scenario.ts'

/**
 * Runs a scenario on the sandbox client of the key's firm. The key is a sandbox key. Every scenario but `secret_rolled`
 * can be repeated: it has no further effect, except that what expires does so later. Throws `state_conflict` for a key
 * that is not live and where the key has no grant to change, `enterprise_plan_required` where a grant is given or
 * widened or a secret made, and `service_unavailable` while another process runs one.
 */
export async function runScenario(
  requested: Omit<ScenarioRun, 'clientId' | 'now'>,
): Promise<ScenarioResult> {
  const { prisma, key } = requested
  // The request may have waited for another scenario.
  const now = await instantOf(prisma)
  requireLiveKey(await prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } }), now)
  await ensureSandboxClient(prisma, key.firmId, now)
  const { id: clientId } = await prisma.user.findUniqueOrThrow({
    where: { sandboxFirmId: key.firmId },
    select: { id: true },
  })
  await requireChangesLeft(prisma, clientId, now)
  return runNamed({ ...requested, clientId, now })
}

// The records of the changes are counted, because they are the part that lasts.
async function requireChangesLeft(
  prisma: PrismaClient,
  clientId: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const first = await prisma.auditEvent.findFirst({
    where: { clientId, action: 'sandbox.scenario_run', at: { gt: since } },
    orderBy: { at: 'desc' },
    skip: CHANGES_A_DAY - 1,
    select: { at: true },
  })
  if (!first) return
  const seconds = Math.ceil((first.at.getTime() - since.getTime()) / 1000)
  throw new GatewayError(
    'rate_limit_exceeded',
    `The scenarios of a firm make at most ${CHANGES_A_DAY} changes in 24 hours. Wait ${seconds} s, as Retry-After says, and try again.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}

function runNamed(run: ScenarioRun): Promise<ScenarioResult> {
  switch (run.name) {
    case 'reset':
      return reset(run)
    case 'secret_rolled':
      return addSecret(run)
    case 'grant_narrowed':
      return narrow(run)
    case 'grant_widened':
      return changeTerms(run, ALL_TERMS)
    case 'grant_expires':
      return expire(run)
    case 'grant_revoked':
      return revoke(run)
    case 'grant_given':
      return give(run)
    default:
      return runPortfolioScenario(run, run.name)
  }
}

async function reset(run: ScenarioRun): Promise<ScenarioResult> {
  const portfolio = await runPortfolioScenario(run, 'reset')
  const grant = await resetGrant(run)
  const { changed, at } = grant.changed ? grant : portfolio
  return { ...portfolio, changed, at }
}

async function addSecret(run: ScenarioRun): Promise<ScenarioResult> {
  const { prisma, key, now } = run
  const secret = await addRehearsedSecret(prisma, key.id, now, (tx) => recordRun(tx, run))
  return { ...resultOf(run, now), secret }
}

// A scenario of another process has the lock meanwhile. A longer wait would hold a connection.
const LOCK_WAIT_MS = '2000'

// Runs a scenario that changes the portfolio. Throws `service_unavailable` if another process runs one meanwhile.
function runPortfolioScenario(run: ScenarioRun, name: PortfolioScenario): Promise<ScenarioResult> {
  const { prisma, seed, now } = run
  return change(prisma, async (tx) => {
    await tx.$queryRaw`SELECT set_config('lock_timeout', ${LOCK_WAIT_MS}, true)`
    const changedAt = await writePortfolio(tx, run, PORTFOLIO_SCENARIOS[name](seed, now))
    if (changedAt) {
      await limitSandboxTombstones(tx, run.clientId)
      await recordRun(tx, run)
    }
    const expires = name === 'share_link_expires' && changedAt !== null
    return resultOf(run, expires ? expiryAfter(now) : changedAt)
  })
}

// The database function checks that the portfolio is that of the sandbox client of the firm.
async function writePortfolio(
  tx: Transaction,
  { clientId, key }: ScenarioRun,
  { assets, removed = [], onlyThese }: PortfolioChange,
): Promise<Date | null> {
  const { createdAt } = await tx.portfolio.findUniqueOrThrow({
    where: { clientId },
    select: { createdAt: true },
  })
  const portfolio = JSON.stringify(sandboxPortfolio(createdAt, assets))
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    SELECT change_sandbox_portfolio(${key.firmId}, ${clientId}, ${portfolio}::jsonb, ${removed}::text[], ${onlyThese === true}) AS at`
  if (!row) throw new GatewayError('internal_error', 'The scenario gave no answer.')
  return row.at
}

const NARROW_SCOPES = ['registry', 'valuation'] as const
const ALL_TERMS = { scopes: SCOPES, filter: NO_FILTER, expiresAt: null } as const

async function narrow(run: ScenarioRun): Promise<ScenarioResult> {
  return changeTerms(run, { scopes: NARROW_SCOPES, filter: await vaultOf(run), expiresAt: null })
}

async function expire(run: ScenarioRun): Promise<ScenarioResult> {
  const expiresAt = expiryAfter(run.now)
  const { changed, ...result } = await changeTerms(run, { expiresAt })
  return { ...result, changed, at: changed ? expiresAt : null }
}

async function resetGrant(run: ScenarioRun): Promise<ScenarioResult> {
  const grant = await latestGrant(run.prisma, run)
  return isLive(grant, run) ? changeTerms(run, ALL_TERMS) : give(run)
}

async function changeTerms(
  run: ScenarioRun,
  terms: Omit<GrantChange, 'grantId'>,
): Promise<ScenarioResult> {
  const by = { ...run, actor: PRODUCT }
  const grant = await latestGrant(run.prisma, run)
  if (!isLive(grant, run)) throw ended()
  const changed = { grantId: grant.id, ...terms }
  const after = await updateGrant(by, changed, (tx) => recordRun(tx, run))
  return resultOf(run, after.version === grant.version ? null : after.updatedAt)
}

async function revoke(run: ScenarioRun): Promise<ScenarioResult> {
  const by = { ...run, actor: PRODUCT }
  const grant = await latestGrant(run.prisma, run)
  if (!grant) throw ended()
  const { revokedAt } = await revokeGrant(by, { grantId: grant.id }, (tx) => recordRun(tx, run))
  return resultOf(run, grant.state === 'revoked' ? null : revokedAt)
}

async function give(run: ScenarioRun): Promise<ScenarioResult> {
  const { prisma, key, now } = run
  const work = async (tx: Transaction) => {
    const locked = await lockKey(tx, key.id)
    if (isLive(await latestGrant(tx, run), run)) return resultOf(run, null)
    await connectSandboxClient(tx, locked, now)
    await recordRun(tx, run)
    return resultOf(run, now)
  }
  return change(prisma, work, ACTIVE_EXISTS)
}

function latestGrant(tx: Transaction, { key, clientId }: ScenarioRun) {
  const where = { clientId, keyId: key.id }
  return tx.grant.findFirst({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
}

function isLive(grant: Grant | null, { now }: ScenarioRun): grant is Grant {
  return grant !== null && lifeStateAt(grant, now) === 'active'
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
