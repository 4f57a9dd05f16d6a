import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'

/** What to send where; read from the file that the first argument names. */
interface Job {
  readonly url: string
  readonly requests: readonly {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly headers: Record<string, string>
    readonly body?: string
  }[]
  readonly connections: number
  readonly seconds: number
  /** Requests a second over all connections; absent: as many as the server answers. */
  readonly rate?: number
  /** The length of every answer, where all are of one length. */
  readonly bytes?: number
}

const job: Job = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'))
let wrong = 0
let begun = 0

const requests = job.requests.map((request) => ({
  ...request,
  onResponse(status: number, body: string) {
    const short = job.bytes !== undefined && Buffer.byteLength(body) !== job.bytes
    if (status !== 200 || short) wrong++
  },
}))

const result = await autocannon({
  url: job.url,
  connections: job.connections,
  pipelining: 1,
  duration: job.seconds,
  ...(job.rate !== undefined && { overallRate: job.rate }),
  requests,
  // Each connection begins elsewhere in the list, so that they do not march in step.
  setupClient(client) {
    const start = Math.floor((begun++ * requests.length) / job.connections)
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  },
})

process.stdout.write(
  JSON.stringify({
    answers: result.requests.total,
    seconds: result.duration,
    wrong: wrong + result.errors + result.timeouts + result.non2xx,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }),
)
