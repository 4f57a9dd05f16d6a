import type { Subjects } from '../database/subjects.ts'
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

/** One contender in one figure. */
export interface Entry {
  readonly name: string
  readonly server: ServerName
  /** Sent over and over; the n-th answers the n-th of the figure's own. */
  readonly requests: readonly BenchRequest[]
  /** What of its answer must agree, from its body and from that of the reference. */
  readonly read: (body: unknown) => unknown
  readonly readReference: (body: unknown) => unknown
}

/** Contenders that do the same work, one after another. */
export interface Figure {
  readonly name: string
  /** The same in the REST interface: what the reference, Orangery without its cache, is asked. */
  readonly requests: readonly BenchRequest[]
  readonly entries: readonly Entry[]
  /** Every answer of an entry is of one length, so that each can be checked under load. */
  readonly oneLength: boolean
  /** Once a second, an asset of some client changes. */
  readonly writes: boolean
}

const MIXED_PAGES = 40
const MIXED_REQUESTS = 20_000

/** Every figure that is a rate of answers. */
export function planFigures(subjects: Subjects): Figure[] {
  const { clientIds, secrets, registryId } = subjects
  const [clientId = ''] = clientIds
  const withEachKey = (path: string) => secrets.map((secret) => rest(path, secret))
  const query = `client_id=${clientId}`
  const asset = `/api/v1/assets/${registryId}`
  return [
    listFigure(withEachKey(`/api/v1/assets?${query}`), clientId, secrets),
    mixedFigure(clientIds, secrets),
    figure('single', withEachKey(`${asset}?${query}`)),
    figure('valuations', withEachKey(`${asset}/valuations?${query}`)),
    figure('documents', withEachKey(`${asset}/documents?${query}`)),
    figure('summary', withEachKey(`/api/v1/portfolio/summary?${query}`)),
  ]
}

function figure(name: string, requests: readonly BenchRequest[]): Figure {
  const entry = (server: ServerName, called: string) => restEntry(called, server, requests)
  const entries = [
    entry('floor', 'floor'),
    entry('orangery-cold', 'Orangery cold'),
    entry('orangery', 'Orangery warm'),
  ]
  return { name, requests, entries, oneLength: true, writes: false }
}

function listFigure(
  requests: readonly BenchRequest[],
  clientId: string,
  secrets: readonly string[],
): Figure {
  const ask = (query: string) =>
    secrets.map((secret) => graphql(query, { clientId }, { Authorization: `Bearer ${secret}` }))
  const asked = (text: string) =>
    secrets.map(() => graphql(text, { clientId }, { 'X-Client-Id': clientId }))
  const page = (
    name: string,
    server: ServerName,
    sent: readonly BenchRequest[],
    read: Entry['read'],
  ): Entry => ({ name, server, requests: sent, read, readReference: readRestPage })
  const sofa = requests.map((request) => ({ ...request, path: `/api/assets?clientId=${clientId}` }))
  const rows = figure('list', requests)
  return {
    ...rows,
    entries: [
      ...rows.entries,
      page('Orangery GraphQL', 'orangery', ask(ORANGERY_PAGE), readOrangeryPage),
      page('PostGraphile', 'postgraphile', asked(POSTGRAPHILE_PAGE), readPostGraphilePage),
      page('plain Pothos + Prisma', 'plain', ask(PLAIN_PAGE), readPlainPage),
      page('Sofa', 'plain', sofa, readSofaPage),
    ],
  }
}

// Many clients, many pages, of which some are asked for far more often than others.
function mixedFigure(clientIds: readonly string[], secrets: readonly string[]): Figure {
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
  return { name: 'mixed', requests, entries, oneLength: false, writes: true }
}

function restEntry(name: string, server: ServerName, requests: readonly BenchRequest[]): Entry {
  const whole = (body: unknown) => body
  return { name, server, requests, read: whole, readReference: whole }
}
