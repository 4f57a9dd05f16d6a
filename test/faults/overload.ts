import { lacksServers } from './installation.ts'
import { measureOverload, type Overload, type Overloaded } from './measure-overload.ts'
import { quantileOf, sum } from './probe.ts'
import { amount, type Row, type Scenario } from './scenario.ts'

const GOODPUT = 0.8
// Clients that ask again at once after each refusal cost more than clients that ask at a fixed rate.
const GOODPUT_CLOSED = 0.6
// A gateway that collapses under many connections at any rate has a low peak of many as well: the peak of few shows it.
const GOODPUT_OF_FEW = 0.4
const CLOSED: readonly OverloadRow[] = [4_000, 6_000].map((connections) => ({
  name: `${connections} connections`,
  connections,
  goodput: GOODPUT_CLOSED,
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
    const rounds = amount(run.size, 3, 1, 1)
    // Without the defence, each load takes minutes.
    const loads = run.size === 'control' ? CLOSED.slice(0, 1) : [...CLOSED, OPEN]
    const { peakPerSecond, found } = await measureOverload(run, loads, { seconds, rounds })
    run.onProgress(`peak of ${Math.round(peakPerSecond)} a second`)
    return found.flatMap(rowsOf)
  },
  controls: [
    {
      without: 'slots',
      row: '4000 connections: goodput',
      file: 'load/waiting/slot.js',
      find: 'if (slots.running < slots.limits.running && slots.waiting === 0)',
      replace: 'if (true)',
    },
  ],
}

interface OverloadRow extends Overload {
  readonly name: string
  /** The least share of the peak that must be served. */
  readonly goodput: number
}

type Found = { readonly load: OverloadRow; readonly rounds: readonly Overloaded[] }

// The speed of a shared machine changes within a minute, so that a single round says little of the share. Of
// everything else the worst round counts.
function rowsOf({ load, rounds }: Found): Row[] {
  const floods = rounds.map(({ flood }) => flood)
  const goodputs = rounds.map((round) => round.goodput)
  const goodput = quantileOf(goodputs, 0.5)
  const shares = rounds.map(({ goodputOfFew }) => goodputOfFew)
  const ofFew = quantileOf(shares, 0.5)
  const p99 = Math.max(...floods.map((flood) => flood.p99))
  const recovery = rounds.map(({ recoveryMs }) => recoveryMs)
  const slowLater = sum(rounds.map((round) => round.slowLater))
  const checks = rounds.map(({ health }) => health)
  const failed = sum(checks.map((health) => health.failed))
  const slowest = Math.max(...checks.map(({ slowestMs }) => slowestMs))
  return [
    {
      what: `${load.name}: goodput at least ${100 * load.goodput} % of the peak of as many connections`,
      n: sum(floods.flatMap(({ byStatus }) => Object.values(byStatus))),
      result: `${percent(goodput)} % (${goodputs.map(percent).join(', ')}); of the peak of few: ${percent(ofFew)} % (${shares.map(percent).join(', ')})`,
      isMet: goodput >= load.goodput && ofFew >= GOODPUT_OF_FEW,
    },
    {
      what: `${load.name}: p99 of the served at most 1 s`,
      n: sum(floods.map(({ served }) => served)),
      result: `${Math.round(p99)} ms`,
      isMet: p99 <= P99_MS,
    },
    {
      what: `${load.name}: recovery within 2 s`,
      n: rounds.length,
      result: `${recovery.join(', ')} ms; single slow reads later: ${slowLater}`,
      isMet: Math.max(...recovery) <= RECOVERY_MS,
    },
    {
      what: `${load.name}: checks of health that failed`,
      n: sum(checks.map(({ n }) => n)),
      result: `${failed}, slowest ${Math.round(slowest)} ms`,
      isMet: failed === 0,
    },
  ]
}

function percent(share: number): number {
  return Math.round(100 * share)
}
