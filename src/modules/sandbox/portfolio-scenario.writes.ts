import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import { limitSandboxTombstones } from '../retention/sandbox.writes.ts'
import { sandboxPortfolio } from '../sandbox-client/sandbox-portfolio.ts'
import {
  expiryAfter,
  PORTFOLIO_SCENARIOS,
  type PortfolioChange,
  type PortfolioScenario,
} from './portfolio-scenarios.ts'
import { recordRun, resultOf, type ScenarioResult, type ScenarioRun } from './scenario-run.ts'

// A scenario of another process has the lock meanwhile. A longer wait would hold a connection.
const LOCK_WAIT_MS = '2000'

/** Runs a scenario that changes the portfolio. Throws `service_unavailable` if another process runs one meanwhile. */
export function runPortfolioScenario(
  run: ScenarioRun,
  name: PortfolioScenario,
): Promise<ScenarioResult> {
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
