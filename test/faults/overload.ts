import { lacksServers } from './installation.ts'
import { measureOverload, type Overloaded } from './measure-overload.ts'
import { amount, type Row, type Scenario } from './scenario.ts'

const GOODPUT = 0.8
// Thousands of connections cost the load itself as much, on the same processors.
const GOODPUT_OF_MANY = 0.6
const P99_MS = 1_000
const RECOVERY_MS = 2_000

/** Far more requests than a process can serve: from thousands of connections, and at five times its rate. */
export const overload: Scenario = {
  name: 'overload',
  needsTime: 'it measures speed',
  unavailable: lacksServers,
  async run(run) {
    const seconds = amount(run.size, 30, 5, 10)
    const { peakPerSecond, closed, open } = await measureOverload({ run, seconds })
    run.onProgress(`peak of ${Math.round(peakPerSecond)} a second`)
    return [
      ...Object.entries(closed).flatMap(([connections, found]) =>
        rowsOf(`${connections} connections`, found, GOODPUT_OF_MANY),
      ),
      ...rowsOf('5 times the peak', open, GOODPUT),
    ]
  },
  controls: [
    {
      without: 'turns',
      row: '4000 connections: goodput',
      removals: [
        {
          file: 'http/turns.js',
          find: 'if (running < limits.running)\n            start(request',
          replace: 'if (true)\n            start(request',
        },
      ],
    },
  ],
}

function rowsOf(
  load: string,
  { flood, goodput, recoveryMs, health }: Overloaded,
  least: number,
): Row[] {
  const n = Object.values(flood.byStatus).reduce((sum, count) => sum + count, 0)
  return [
    {
      what: `${load}: goodput at least ${100 * least} % of the peak`,
      n,
      result: `${Math.round(100 * goodput)} %`,
      isMet: goodput >= least,
    },
    {
      what: `${load}: p99 of the served at most 1 s`,
      n: flood.served,
      result: `${Math.round(flood.p99)} ms`,
      isMet: flood.p99 <= P99_MS,
    },
    {
      what: `${load}: recovery within 2 s`,
      n: 1,
      result: `${recoveryMs} ms`,
      isMet: recoveryMs <= RECOVERY_MS,
    },
    {
      what: `${load}: checks of health that failed`,
      n: health.n,
      result: `${health.failed}, slowest ${Math.round(health.slowestMs)} ms`,
      isMet: health.failed === 0,
    },
  ]
}
