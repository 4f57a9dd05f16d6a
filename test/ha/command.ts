import { parseArgs } from 'node:util'
import { GatewayProcess } from '../serve/process.ts'
import { Cluster } from './cluster.ts'
import { formatFaults, formatTable, passes, type Row } from './report.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { runTrial } from './trial.ts'
import { type Addresses, createDatabase } from './world.ts'

const USAGE = `npm run test:ha -- [--install] [options]
  --repeats N   trials of each scenario; default 3
  --only A,B    only these scenarios
${SCENARIOS.map(({ name, description }) => `    ${name.padEnd(12)}${description}`).join('\n')}
`

/** Fails over a cluster under load. Gives 1 if a write was lost, or an answer was wrong. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      repeats: { type: 'string', default: '3' },
      only: { type: 'string', default: SCENARIOS.map(({ name }) => name).join(',') },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(USAGE)
  const names = values.only.split(',')
  const scenarios = SCENARIOS.filter(({ name }) => names.includes(name))
  if (scenarios.length !== names.length) throw new Error(`unknown scenario\n${USAGE}`)
  const rows = await runAll(scenarios, Number(values.repeats))
  print(`\n${formatTable(rows)}\n`)
  return rows.every(passes) ? 0 : 1
}

async function runAll(scenarios: readonly Scenario[], repeats: number): Promise<Row[]> {
  const cluster = await Cluster.start()
  try {
    const addresses = await createDatabase(cluster)
    const gateway = startGateway(addresses)
    try {
      const rows: Row[] = []
      for (const scenario of scenarios)
        for (let run = 1; run <= repeats; run++)
          rows.push(await runOne({ scenario, run }, cluster, addresses, gateway))
      return rows
    } finally {
      await gateway.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function runOne(
  { scenario, run }: Pick<Row, 'scenario' | 'run'>,
  cluster: Cluster,
  addresses: Addresses,
  gateway: GatewayProcess,
): Promise<Row> {
  const isSynchronous = !scenario.isControl
  // Patroni makes no standby the primary that is further behind than this.
  const lag = isSynchronous ? 1_048_576 : 1_048_576_000
  await cluster.configure({ synchronous_mode: isSynchronous, maximum_lag_on_failover: lag })
  await cluster.waitForStandby(isSynchronous ? '/synchronous' : '/asynchronous')
  const outcome = await runTrial(scenario, cluster, addresses, await gateway.url())
  if (gateway.child.exitCode !== null) throw new Error(`the gateway ended: ${gateway.err}`)
  const row = { scenario, run, outcome }
  print(`${formatTable([row])}\n${formatFaults(outcome)}`)
  // A server that was killed has to come back as a standby.
  await cluster.startNodes()
  await cluster.waitForStandby(isSynchronous ? '/synchronous' : '/asynchronous')
  return row
}

function startGateway({ owner, runtime }: Addresses): GatewayProcess {
  return new GatewayProcess({ DATABASE_URL: runtime, DATABASE_OWNER_URL: owner, DEMO: 'off' })
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
