import { Agent, request as httpRequest } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type BenchRequest, rest, send } from '../contenders/request.ts'
import type { ServerName } from '../contenders/servers.ts'
import { LONG_DELTA, type RequestData } from '../database/request-data.ts'
import type { BenchContext } from './rates.ts'
import { quantile } from './sample.ts'

/** The latency of one request for the large client: the median of each round, in milliseconds. */
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
const QUICK_SAMPLES = 9
const SERVERS: readonly ServerName[] = ['floor', 'orangery-cold', 'orangery']

/** Sends each probe to each contender in turn, over one connection, one request at a time. */
export async function measureDepth(context: BenchContext, data: RequestData): Promise<Depth[]> {
  const { options, servers, log } = context
  const probes = await planProbes(context, data)
  const participating = SERVERS.filter((server) => servers.has(server))
  const depths = probes.flatMap((probe) =>
    participating.map((server): Depth => ({ probe: probe.name, server, medians: [] })),
  )
  for (let round = 1; round <= options.rounds; round++) {
    for (const probe of probes) {
      for (const server of participating) {
        const url = servers.get(server)?.url ?? ''
        await requireSameResponse(context, probe, url)
        const median = await medianLatency(url, probe.request, options.quick)
        depths
          .find((each) => each.probe === probe.name && each.server === server)
          ?.medians.push(median)
        if (round === options.rounds) log(`  ${probe.name}, ${server}: ${median.toFixed(1)} ms`)
      }
    }
  }
  return depths
}

const Links = z.object({ links: z.object({ next: z.string() }) })

async function planProbes(
  { reference }: BenchContext,
  { secrets, large }: RequestData,
): Promise<Probe[]> {
  const [secret = ''] = secrets
  const list = `/api/v1/assets?client_id=${large.clientId}`
  const probe = (name: string, path: string) => ({ name, request: rest(path, secret) })
  // The link to the page after this one, which has its cursor.
  const afterPage = async (path: string, page: number) => {
    const before = rest(`${path}&page=${page}`, secret)
    return Links.parse(await send(reference.url, before)).links.next
  }
  // The last page, once by its number and once by the cursor of the page before it.
  const last = Math.ceil(large.assets / PAGE_SIZE)
  const lastByCursor = await afterPage(`${list}&page_size=${PAGE_SIZE}`, last - 1)
  const delta = `${list}&page_size=${PAGE_SIZE}&updated_since=${large.longSince}`
  const middleOfDelta = await afterPage(delta, LONG_DELTA / PAGE_SIZE / 2)
  return [
    probe('first page', `${list}&page_size=${PAGE_SIZE}`),
    probe('last page by number', `${list}&page=${last}&page_size=${PAGE_SIZE}`),
    probe('last page by cursor', lastByCursor),
    probe('summary', `/api/v1/portfolio/summary?client_id=${large.clientId}`),
    probe('ten changes', `${list}&updated_since=${large.since}`),
    probe('middle page of a long delta', middleOfDelta),
  ]
}

async function requireSameResponse(
  { reference }: BenchContext,
  { name, request }: Probe,
  url: string,
) {
  const [body, expected] = [await send(url, request), await send(reference.url, request)]
  if (!isDeepStrictEqual(body, expected))
    throw new Error(`${name}: the response of ${url} is wrong.`)
}

async function medianLatency(url: string, request: BenchRequest, quick: boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latencies: number[] = []
  for (let sample = 0; sample < (quick ? QUICK_SAMPLES : SAMPLES); sample++) {
    const started = performance.now()
    await sendRequest(url, request, agent)
    latencies.push(performance.now() - started)
  }
  agent.destroy()
  return quantile(
    latencies.toSorted((a, b) => a - b),
    0.5,
  )
}

// node:http adds less to the latency than fetch does.
function sendRequest(url: string, { path, headers }: BenchRequest, agent: Agent): Promise<void> {
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
