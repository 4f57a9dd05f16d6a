import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseMetrics, type Samples, sumOf } from '../metrics/parse-metrics.ts'
import { freePort } from '../support/free-port.ts'
import { type Fault, faultsOf } from './fault-list.ts'
import { Installation, lacksServers } from './installation.ts'
import { PacedLoad } from './paced-load.ts'
import { quantileOf, sum } from './probe.ts'
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
    const metricsPort = String(await freePort())
    const gateway = await installation.startGateway({
      WEB_CONCURRENCY: '2',
      CACHE_MB: '8',
      METRICS_PORT: metricsPort,
    })
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
      const metrics = await readMetrics(`http://127.0.0.1:${metricsPort}/metrics`)
      const sample = metrics && sampleOf(metrics, gateway.workers())
      if (sample) samples.push(sample)
    }
    await breaking
    const { answers, unexplained } = await stop()
    run.onProgress(`${perSecond} requests a second, ${samples.length} samples`)
    return [
      none('errors that no fault explains', answers, unexplained, `${perSecond} requests a second`),
      flat('used heap is flat', samples, ({ usedHeap }) => usedHeap / 2 ** 20, 'MiB'),
      flat('resident memory is flat', samples, ({ resident }) => resident / 2 ** 20, 'MiB'),
      flat('open files of the workers are flat', samples, ({ files }) => files, 'files'),
    ]
  },
  controls: [
    {
      without: 'forgetting responses that have ended',
      row: 'used heap',
      file: 'serve/gateway.js',
      find: "response.once('close', () => open.delete(response));",
      replace: '',
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
  readonly usedHeap: number
  readonly resident: number
  readonly files: number
}

async function readMetrics(url: string): Promise<Samples | undefined> {
  const response = await fetch(url).catch(() => undefined)
  return response && parseMetrics(await response.text())
}

/** Undefined while a worker does not answer: its memory is not in the sum. */
function sampleOf(metrics: Samples, pids: readonly number[]): Sample | undefined {
  if (sumOf(metrics, 'orangery_workers', 'state="answering"') !== pids.length) return undefined
  return {
    usedHeap: sumOf(metrics, 'orangery_process_heap_used_bytes'),
    resident: sumOf(metrics, 'orangery_process_resident_memory_bytes'),
    files: sum(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
  }
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
