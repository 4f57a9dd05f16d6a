import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, faultsOf } from './fault-list.ts'
import { Installation, lacksServers } from './installation.ts'
import { PacedLoad } from './paced-load.ts'
import { quantileOf } from './probe.ts'
import { createReadable } from './readable.ts'
import { none, type Row, type Scenario } from './scenario.ts'

const KEYS = 8
const SHARE_OF_CAPACITY = 0.7
const FAULT_EVERY_MS = 20_000
const SAMPLE_MS = 2_000
const GROWTH = 1.15
const LOW = 0.1

/** Minutes of load on two workers, with a fault every 20 seconds. */
export const soak: Scenario = {
  name: 'soak',
  unavailable: lacksServers,
  needsTime: 'memory grows slowly',
  async run(run) {
    const seconds = run.size === 'full' ? 600 : 90
    const installation = await Installation.create(run)
    const gateway = await installation.startGateway({ WEB_CONCURRENCY: '2', CACHE_MB: '8' })
    // The quota of one key is less than two workers serve.
    const readables = Array.from({ length: KEYS }, () => createReadable(installation.database))
    const load = new PacedLoad(gateway.url, await Promise.all(readables))
    const perSecond = Math.floor(SHARE_OF_CAPACITY * (await load.measureCapacity()))
    const faults = faultsOf(installation, 3)
    const samples: Sample[] = []
    const end = performance.now() + seconds * 1_000
    const stop = load.start(perSecond)
    const breaking = breakUntil(end, faults, load)
    while (performance.now() < end) {
      await sleep(SAMPLE_MS)
      samples.push(sampleOf(gateway.workers()))
    }
    await breaking
    const { answers, unexplained } = await stop()
    run.onProgress(`${perSecond} requests a second, ${samples.length} samples`)
    return [
      none('errors that no fault explains', answers, unexplained, `${perSecond} requests a second`),
      flat('memory of the workers is flat', samples, ({ bytes }) => bytes / 2 ** 20, 'MiB'),
      flat('open files of the workers are flat', samples, ({ files }) => files, 'files'),
    ]
  },
  controls: [
    {
      without: 'forgetting responses that have ended',
      row: 'memory of the workers',
      removals: [
        {
          file: 'serve/closing-connections.js',
          find: "response.once('close', () => open.delete(response));",
          replace: '',
        },
      ],
    },
  ],
}

/** Makes one fault after another. Errors during a fault, and shortly after it, are explained. */
async function breakUntil(end: number, faults: readonly Fault[], load: PacedLoad): Promise<void> {
  for (let turn = 0; performance.now() + FAULT_EVERY_MS < end; turn++) {
    await sleep(FAULT_EVERY_MS)
    const fault = faults[turn % faults.length]
    if (!fault) return
    load.explain(true)
    await fault.begin()
    await sleep(fault.lasts)
    await fault.end()
    load.explain(false)
  }
}

interface Sample {
  readonly bytes: number
  readonly files: number
}

/** What the processes hold together, as Linux says it. */
function sampleOf(pids: readonly number[]): Sample {
  const sums = { bytes: 0, files: 0 }
  for (const pid of pids) {
    const [, kilobytes = '0'] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    sums.bytes += Number(kilobytes) * 1_024
    sums.files += readdirSync(`/proc/${pid}/fd`).length
  }
  return sums
}

/**
 * Met if the low of the last third is little more than that of the third before it. Garbage, and what the faults take,
 * come and go in waves of minutes; what leaks stays in the lows.
 */
function flat(
  what: string,
  samples: readonly Sample[],
  of: (sample: Sample) => number,
  unit: string,
): Row {
  const third = Math.floor(samples.length / 3)
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) =>
    part.map(of),
  )
  const [before, after] = [quantileOf(middle ?? [], LOW), quantileOf(last ?? [], LOW)]
  const most = Math.max(...samples.map(of))
  const result = `low ${Math.round(before)}, then ${Math.round(after)} ${unit}; at most ${Math.round(most)}`
  return { what, n: samples.length, result, isMet: after <= GROWTH * before }
}
