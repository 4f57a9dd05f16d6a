import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf } from './fault-list.ts'
import { Installation, lacksServers } from './installation.ts'
import { amount, none, type Row, type Scenario } from './scenario.ts'
import { createWitnesses, type Witness } from './witness.ts'

const HEALED_MS = 30_000

/** Redis and PostgreSQL stop, hang, end or are full while a gateway of two workers serves. */
export const outages: Scenario = {
  name: 'outages',
  unavailable: lacksServers,
  async run(run) {
    const seconds = amount(run.size, 10, 1, 1)
    const installation = await Installation.create(run)
    const gateway = await installation.startGateway({ WEB_CONCURRENCY: '2', DATABASE_POOL: '8' })
    const witnesses = await createWitnesses(installation.database, gateway.url)
    const workers = gateway.workers()
    const rows: Row[] = []
    for (const fault of faultsOf(installation, seconds)) {
      run.onProgress(fault.name)
      for (const witness of witnesses) witness.start()
      await sleep(200)
      await fault.begin()
      await sleep(fault.lasts)
      await fault.end()
      const healed = await firstGoodAnswers(witnesses)
      rows.push(...(await describe(fault, witnesses, healed)))
    }
    const after = gateway.workers()
    const exits = workers.filter((pid) => !after.includes(pid)).map((pid) => `worker ${pid} ended`)
    return [...rows, none('processes that ended', workers.length, exits)]
  },
  controls: [
    {
      without: 'the listener for errors of idle connections',
      row: 'processes that ended',
      file: 'database/pool.js',
      find: "pool.on('error', options.onError);",
      replace: '',
    },
    {
      without: 'counting in the process while Redis is away',
      row: 'Redis hangs: failed requests',
      file: 'load/open-quota.js',
      find: 'const state = await local.spend(subject, shareOf(limit), cost);',
      replace: 'const state = await link.run(() => shared.spend(subject, limit, cost));',
    },
  ],
}

async function describe(
  { name, isHarmless }: { readonly name: string; readonly isHarmless: boolean },
  witnesses: readonly Witness[],
  healed: number,
): Promise<Row[]> {
  const results = await Promise.all(witnesses.map((witness) => witness.stop()))
  const asked = results.reduce((sum, { answers }) => sum + answers, 0)
  const wrong = results.flatMap((result) => result.wrong)
  const failed = results.flatMap((result) => result.unavailable)
  const first = `first good answer of each after ${Math.round(healed)} ms`
  const isHealed = healed < HEALED_MS
  if (isHarmless) return [none(`${name}: failed requests`, asked, [...wrong, ...failed])]
  const row = none(`${name}: wrong answers`, asked, wrong, `${failed.length} times 503; ${first}`)
  return [{ ...row, isMet: row.isMet && isHealed }]
}

/** The time until each witness has a good answer again, in milliseconds. */
async function firstGoodAnswers(witnesses: readonly Witness[]): Promise<number> {
  const began = performance.now()
  await Promise.all(witnesses.map((witness) => witness.nextGood(HEALED_MS)))
  return performance.now() - began
}
