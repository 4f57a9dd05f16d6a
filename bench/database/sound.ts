import type pg from 'pg'
import { importGateway } from '../gateway.ts'

/** Throws if a derived column is not as the importer would have left it. */
export async function requireSound(pool: pg.Pool): Promise<void> {
  const { runChecks }: { runChecks(pool: pg.Pool): Promise<{ findings: unknown[] }> } =
    await importGateway('checks')
  const { findings } = await runChecks(pool)
  if (findings.length > 0) throw new Error(`Derived data is wrong: ${JSON.stringify(findings)}`)
}
