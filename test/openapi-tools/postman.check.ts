import { readFileSync } from 'node:fs'
import { convertV2 } from 'openapi-to-postmanv2'
import { expect, test } from 'vitest'
import { connectionOf } from '../graphql/portal/connections.fixtures.ts'
import { WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, registryIds, tokenOf } from '../support/portfolio.ts'

interface Entry {
  readonly key: string
  readonly value: string
  readonly disabled?: boolean
}

interface PostmanRequest {
  readonly method: string
  readonly url: {
    readonly path: readonly string[]
    readonly query: readonly Entry[]
    readonly variable: readonly Entry[]
  }
  readonly header: readonly Entry[]
  readonly body?: { readonly raw?: string }
}

interface Item {
  readonly item?: readonly Item[]
  readonly request?: PostmanRequest
}

/** A partner replaces these in an imported collection: examples that begin so, and the credentials. */
interface Replacements {
  readonly ids: Readonly<Record<string, string>>
  readonly credentialOf: (path: string) => string
}

/** The requests of openapi.json as Postman imports it, with the examples as values. */
async function importRequests(): Promise<readonly PostmanRequest[]> {
  const data = readFileSync('openapi.json', 'utf8')
  const options = { parametersResolution: 'Example' } as const
  const items = await new Promise<readonly Item[]>((resolve, reject) => {
    convertV2({ type: 'string', data }, options, (error, { result, reason, output }) => {
      if (error || !result || !output?.[0]) return reject(error ?? new Error(reason))
      resolve(output[0].data.item)
    })
  })
  return items.flatMap(requestsOf)
}

function requestsOf({ item = [], request }: Item): readonly PostmanRequest[] {
  return [...(request ? [request] : []), ...item.flatMap(requestsOf)]
}

/** Sends everything that is switched on in a request. Gives its name and the status of the answer. */
async function run(
  { method, url, header, body }: PostmanRequest,
  origin: string,
  { ids, credentialOf }: Replacements,
): Promise<readonly [string, number]> {
  const fill = ({ key, value }: Entry) => [key, replaced(value, ids)] as const
  const inPath = new Map(url.variable.map(fill))
  const segments = url.path.map((part) => inPath.get(part.replace(/^:/, '')) ?? part)
  const path = `/${segments.map(encodeURIComponent).join('/')}`
  const query = new URLSearchParams(url.query.filter(isOn).map((entry) => [...fill(entry)]))
  const headers = new Headers(header.filter(isOn).map((entry) => [...fill(entry)]))
  headers.set('Authorization', `Bearer ${credentialOf(path)}`)
  const init = { method, headers, ...(body?.raw && { body: body.raw }) }
  const { status } = await fetch(`${origin}${path}?${query}`, init)
  return [`${method} ${url.path.join('/')}`, status]
}

const isOn = ({ disabled }: Entry) => disabled !== true

function replaced(value: string, ids: Replacements['ids']): string {
  const [, real] = Object.entries(ids).find(([start]) => value.startsWith(start)) ?? []
  return real ?? value
}

const gateway = testGateway()
const { database } = gateway

test('every request that Postman imports is answered, once ids and credentials are real', async () => {
  const clientId = await clientWith(database, WATCH)
  const { watch = '' } = await registryIds(database, clientId)
  const { id: requestingKeyId, secret } = await readerOf(database, clientId)
  const people = { requestingKeyId, adminId: clientId, clientId }
  const connection = await connectionOf(gateway, people, 'declined')
  const token = await tokenOf(database, clientId)
  const replacements = {
    ids: { user_: clientId, 'ORY-': watch, connection_: connection },
    credentialOf: (path: string) => (path.startsWith('/plants') ? token : secret),
  }
  const answers: (readonly [string, number])[] = []
  for (const request of await importRequests())
    answers.push(await run(request, gateway.url(), replacements))
  expect(answers.filter(([, status]) => status >= 300)).toEqual([])
  expect(answers.length).toBe(11)
})
