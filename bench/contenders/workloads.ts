import type { RequestData } from '../database/request-data.ts'
import { ORANGERY_PAGE, PLAIN_PAGE, POSTGRAPHILE_PAGE } from './page-queries.ts'
import {
  readOrangeryPage,
  readPlainPage,
  readPostGraphilePage,
  readRestPage,
  readSofaPage,
} from './read-page.ts'
import { type BenchRequest, graphql, rest } from './request.ts'
import type { ServerName } from './servers.ts'
import { zipfPicks } from './zipf.ts'

/** One contender in one workload. */
export interface Entry {
  readonly name: string
  readonly server: ServerName
  /** Sent repeatedly, in turn. The n-th corresponds to the n-th request of the workload. */
  readonly requests: readonly BenchRequest[]
  /** Extract the parts that must be equal: from its body, and from the body of the reference. */
  readonly read: (body: unknown) => unknown
  readonly readReference: (body: unknown) => unknown
}

/** Requests of one kind, and the contenders that are loaded with them in turn. */
export interface Workload {
  readonly name: string
  /** The requests for the reference server, in the REST interface. */
  readonly requests: readonly BenchRequest[]
  readonly entries: readonly Entry[]
  /** All responses of an entry have the same length, so each can be checked under load. */
  readonly sameLength: boolean
  /** An asset of a random client changes once a second. */
  readonly writes: boolean
}

const MIXED_PAGES = 40
const MIXED_REQUESTS = 20_000

/** All workloads whose throughput is measured. */
export function planWorkloads(data: RequestData): Workload[] {
  const { clientIds, secrets, registryId } = data
  const [clientId = ''] = clientIds
  const withEachKey = (path: string) => secrets.map((secret) => rest(path, secret))
  const query = `client_id=${clientId}`
  const asset = `/api/v1/assets/${registryId}`
  return [
    listWorkload(withEachKey(`/api/v1/assets?${query}`), clientId, secrets),
    mixedWorkload(clientIds, secrets),
    restWorkload('single', withEachKey(`${asset}?${query}`)),
    restWorkload('valuations', withEachKey(`${asset}/valuations?${query}`)),
    restWorkload('documents', withEachKey(`${asset}/documents?${query}`)),
    restWorkload('summary', withEachKey(`/api/v1/portfolio/summary?${query}`)),
  ]
}

function restWorkload(name: string, requests: readonly BenchRequest[]): Workload {
  const entry = (server: ServerName, called: string) => restEntry(called, server, requests)
  const entries = [
    entry('floor', 'floor'),
    entry('orangery-cold', 'Orangery cold'),
    entry('orangery', 'Orangery warm'),
  ]
  return { name, requests, entries, sameLength: true, writes: false }
}

function listWorkload(
  requests: readonly BenchRequest[],
  clientId: string,
  secrets: readonly string[],
): Workload {
  const withKey = (query: string) =>
    secrets.map((secret) => graphql(query, { clientId }, { Authorization: `Bearer ${secret}` }))
  const withClientHeader = (text: string) =>
    secrets.map(() => graphql(text, { clientId }, { 'X-Client-Id': clientId }))
  const page = (
    name: string,
    server: ServerName,
    sent: readonly BenchRequest[],
    read: Entry['read'],
  ): Entry => ({ name, server, requests: sent, read, readReference: readRestPage })
  const sofa = requests.map((request) => ({ ...request, path: `/api/assets?clientId=${clientId}` }))
  const rows = restWorkload('list', requests)
  return {
    ...rows,
    entries: [
      ...rows.entries,
      restEntry('ready bytes', 'ready', requests),
      page('Orangery GraphQL', 'orangery', withKey(ORANGERY_PAGE), readOrangeryPage),
      page(
        'PostGraphile',
        'postgraphile',
        withClientHeader(POSTGRAPHILE_PAGE),
        readPostGraphilePage,
      ),
      page('plain Pothos + Prisma', 'plain', withKey(PLAIN_PAGE), readPlainPage),
      page('Sofa', 'plain', sofa, readSofaPage),
    ],
  }
}

// Many clients and many pages, requested with a Zipf distribution.
function mixedWorkload(clientIds: readonly string[], secrets: readonly string[]): Workload {
  const picks = zipfPicks(MIXED_REQUESTS, clientIds.length * MIXED_PAGES)
  const requests = picks.map((pick, index) => {
    const client = clientIds[Math.floor(pick / MIXED_PAGES)] ?? ''
    const path = `/api/v1/assets?client_id=${client}&page=${(pick % MIXED_PAGES) + 1}`
    return rest(path, secrets[index % secrets.length] ?? '')
  })
  const entries = [
    restEntry('floor', 'floor', requests),
    restEntry('Orangery mixed', 'orangery', requests),
  ]
  return { name: 'mixed', requests, entries, sameLength: false, writes: true }
}

function restEntry(name: string, server: ServerName, requests: readonly BenchRequest[]): Entry {
  const whole = (body: unknown) => body
  return { name, server, requests, read: whole, readReference: whole }
}
