import { Agent, request as httpRequest } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type BenchRequest, rest, send } from '../contenders/request.ts'
import type { ServerName } from '../contenders/servers.ts'
import type { Subjects } from '../database/subjects.ts'
import type { Bench } from './rates.ts'
import { quantile } from './sample.ts'

/** The latency of one probe of the large client: the median of each round, in milliseconds. */
export interface Depth {
  readonly probe: string
  readonly server: ServerName
  readonly medians: number[]
}

interface Probe {
  readonly name: string
  readonly request: BenchRequest
}

const PAGE_SIZE = 100
const SAMPLES = 40
const QUICK_SAMPLES = 15
const SERVERS: readonly ServerName[] = ['floor', 'orangery-cold', 'orangery']

/** Asks each contender for each probe in turn, over one connection, one after another. */
export async function measureDepth(bench: Bench, subjects: Subjects): Promise<Depth[]> {
  const { options, servers, say } = bench
  const probes = await planProbes(bench, subjects)
  const taking = SERVERS.filter((server) => servers.has(server))
  const depths = probes.flatMap((probe) =>
    taking.map((server): Depth => ({ probe: probe.name, server, medians: [] })),
  )
  for (let round = 1; round <= options.rounds; round++) {
    for (const probe of probes) {
      for (const server of taking) {
        const url = servers.get(server)?.url ?? ''
        await requireRight(bench, probe, url)
        const median = await medianLatency(url, probe.request, options.quick)
        depths
          .find((each) => each.probe === probe.name && each.server === server)
          ?.medians.push(median)
        if (round === options.rounds) say(`  ${probe.name}, ${server}: ${median.toFixed(1)} ms`)
      }
    }
  }
  return depths
}

const Links = z.object({ links: z.object({ next: z.string() }) })

async function planProbes({ reference }: Bench, { secrets, large }: Subjects): Promise<Probe[]> {
  const [secret = ''] = secrets
  const list = `/api/v1/assets?client_id=${large.clientId}`
  const ask = (name: string, path: string) => ({ name, request: rest(path, secret) })
  // The last page by its number; the same one by the cursor that the page before it gives.
  const last = Math.ceil(large.assets / PAGE_SIZE)
  const before = rest(`${list}&page=${last - 1}&page_size=${PAGE_SIZE}`, secret)
  const { links } = Links.parse(await send(reference.url, before))
  return [
    ask('first page', `${list}&page_size=${PAGE_SIZE}`),
    ask('last page by number', `${list}&page=${last}&page_size=${PAGE_SIZE}`),
    ask('last page by cursor', links.next),
    ask('summary', `/api/v1/portfolio/summary?client_id=${large.clientId}`),
    ask('ten changes', `${list}&updated_since=${large.since}`),
  ]
}

async function requireRight({ reference }: Bench, { name, request }: Probe, url: string) {
  const [body, right] = [await send(url, request), await send(reference.url, request)]
  if (!isDeepStrictEqual(body, right)) throw new Error(`${name}: the answer of ${url} is wrong.`)
}

async function medianLatency(url: string, request: BenchRequest, quick: boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latencies: number[] = []
  for (let sample = 0; sample < (quick ? QUICK_SAMPLES : SAMPLES); sample++) {
    const started = performance.now()
    await fetchWhole(url, request, agent)
    latencies.push(performance.now() - started)
  }
  agent.destroy()
  return quantile(
    latencies.toSorted((a, b) => a - b),
    0.5,
  )
}

// Less stands between the clock and the wire here than in fetch.
function fetchWhole(url: string, { path, headers }: BenchRequest, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { headers, agent }, (response) => {
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${path}: ${response.statusCode}`))
      })
      response.resume()
    })
    sent.on('error', reject)
    sent.end()
  })
}
