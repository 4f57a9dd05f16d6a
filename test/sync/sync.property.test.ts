import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isCluster } from '../support/cluster.ts'
import { testDatabase } from '../support/database.ts'
import { CLOCK_PATH } from './clock.ts'
import { describeFailure, describeFindings } from './command.ts'
import { checkSync } from './property.ts'
import { closeStage, openStage, type Stage } from './world.ts'

// The same histories in each run. `npm run test:sync` takes others, and more. On a cluster each takes longer.
const SEED = 20_261_128
const CASES = isCluster(inject('server')) ? 100 : 60

const databases = [
  testDatabase({ searchPath: CLOCK_PATH }),
  testDatabase({ searchPath: CLOCK_PATH }),
]
let stages: Stage[] = []

beforeAll(async () => {
  stages = await Promise.all(databases.map((database) => openStage(database, database.serving)))
})
afterAll(() => stages.forEach(closeStage))

test('every mirror equals the answer after every batch of changes', {
  timeout: 900_000,
}, async () => {
  const { findings, failure } = await checkSync(stages, { cases: CASES, seed: SEED })
  process.stdout.write(`sync: ${describeFindings(findings)}\n`)
  expect(failure && describeFailure(failure)).toBeNull()
  expect(findings.careless).toBeGreaterThan(0)
})
