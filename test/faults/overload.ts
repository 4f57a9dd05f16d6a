import { lacksServers } from './installation.ts'
import { measureOverload, type Overload, type Overloaded } from './measure-overload.ts'
import { amount, type Row, type Scenario } from './scenario.ts'

const GOODPUT = 0.8
// Thousands of connections cost the load itself as much, on the same processors.
const GOODPUT_OF_MANY = 0.6
const CLOSED: readonly OverloadRow[] = [4_000, 6_000].map((connections) => ({
  name: `${connections} connections`,
  connections,
  goodput: GOODPUT_OF_MANY,
}))
const OPEN: OverloadRow = {
  name: '5 times the peak',
  connections: 3_000,
  timesPeak: 5,
  goodput: GOODPUT,
}
const P99_MS = 1_000
const RECOVERY_MS = 2_000

/** Far more requests than a process can serve: from thousands of connections, and at five times its rate. */
export const overload: Scenario = {
  name: 'overload',
  needsTime: 'it measures speed',
  unavailable: lacksServers,
  async run(run) {
    const seconds = amount(run.size, 30, 5, 10)
    // Without the defence, each load takes minutes.
    const loads = run.size === 'control' ? CLOSED.slice(0, 1) : [...CLOSED, OPEN]
    const { peakPerSecond, found } = await measureOverload({ run, seconds, loads })
    run.onProgress(`peak of ${Math.round(peakPerSecond)} a second`)
    return found.flatMap(rowsOf)
  },
  controls: [
    {
      without: 'turns',
      row: '4000 connections: goodput',
      removals: [
        {
          file: 'http/turns.js',
          find: 'if (running < limits.running)\n                start(request',
          replace: 'if (true)\n                start(request',
        },
      ],
    },
  ],
}

interface OverloadRow extends Overload {
  readonly name: string
  /** The least share of the peak that must be served. */
  readonly goodput: number
}

function rowsOf({
  load,
  flood,
  goodput,
  recoveryMs,
  health,
}: Overloaded & { load: OverloadRow }): Row[] {
  const n = Object.values(flood.byStatus).reduce((sum, count) => sum + count, 0)
  return [
    {
      what: `${load.name}: goodput at least ${100 * load.goodput} % of the peak`,
      n,
      result: `${Math.round(100 * goodput)} %`,
      isMet: goodput >= load.goodput,
    },
    {
      what: `${load.name}: p99 of the served at most 1 s`,
      n: flood.served,
      result: `${Math.round(flood.p99)} ms`,
      isMet: flood.p99 <= P99_MS,
    },
    {
      what: `${load.name}: recovery within 2 s`,
      n: 1,
      result: `${recoveryMs} ms`,
      isMet: recoveryMs <= RECOVERY_MS,
    },
    {
      what: `${load.name}: checks of health that failed`,
      n: health.n,
      result: `${health.failed}, slowest ${Math.round(health.slowestMs)} ms`,
      isMet: health.failed === 0,
    },
  ]
}
