import { instantOf } from '../../database/clock.ts'
import { requireLiveKey } from '../grants/row-locks.ts'
import { rollKey } from '../keys/api-key-secret.writes.ts'
import { ensureSandboxClient } from '../sandbox-client/sandbox-client.writes.ts'
import { GRANT_SCENARIOS, resetGrant } from './grant-scenario.writes.ts'
import { runPortfolioScenario } from './portfolio-scenario.writes.ts'
import type { ScenarioResult, ScenarioRun } from './scenario-run.ts'

/** A scenario before its client and its instant are known. */
type RequestedScenario = Omit<ScenarioRun, 'clientId' | 'now'>

/**
 * Runs a scenario on the sandbox client of the key's firm. The key is a sandbox key. Every scenario but `secret_rolled`
 * can be repeated: it has no further effect, except that what expires does so later. Throws `state_conflict` for a key
 * that is not live and where the key has no grant to change, `enterprise_plan_required` where a grant is given or widened
 * or a secret made, and `service_unavailable` while another process runs one.
 */
export async function runScenario(requested: RequestedScenario): Promise<ScenarioResult> {
  const { prisma, key } = requested
  // The request may have waited for another scenario.
  const now = await instantOf(prisma)
  requireLiveKey(await prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } }), now)
  await ensureSandboxClient(prisma, key.firmId, now)
  const { id: clientId } = await prisma.user.findUniqueOrThrow({
    where: { sandboxFirmId: key.firmId },
    select: { id: true },
  })
  return runNamed({ ...requested, clientId, now })
}

function runNamed(run: ScenarioRun): Promise<ScenarioResult> {
  switch (run.name) {
    case 'reset':
      return reset(run)
    case 'secret_rolled':
      return roll(run)
    case 'grant_narrowed':
    case 'grant_widened':
    case 'grant_expires':
    case 'grant_revoked':
    case 'grant_given':
      return GRANT_SCENARIOS[run.name](run)
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

async function roll({ prisma, actor, key, clientId, now }: ScenarioRun): Promise<ScenarioResult> {
  const { secret } = await rollKey(prisma, actor, { keyId: key.id, overlap: '1h' }, now)
  return { clientId, changed: true, at: now, secret }
}
