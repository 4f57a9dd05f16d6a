import express, { type Express, type Request } from 'express'
import type pg from 'pg'
import { ApiError, errorBody } from '../floor/api-error.ts'
import { createIdentify, type Identity, requireUse } from '../floor/identity.ts'

/** A response that is sent as it is. */
interface ReadyResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const HEADERS = ['ETag', 'Content-Type', 'Content-Length', 'Link', 'X-Service-Version']
const MAX_RESPONSES = 1_000

/**
 * The least work for a response that is ready: Express, the statement that identifies the key and its grant, and bytes
 * from memory. The bytes are those of the gateway at `reference`, fetched once for each grant, path and version of the
 * portfolio.
 */
export function createReady(pool: pg.Pool, reference: string): Express {
  const identify = createIdentify(pool)
  const responses = new Map<string, ReadyResponse>()
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.get('/healthz', (_request, response) => void response.json({ status: 'alive' }))
  app.get('/api/v1/assets', async (request, response) => {
    const identity = await identify(request)
    requireUse(identity, request)
    const version = versionOf(identity, request)
    const ready = responses.get(version) ?? (await fetchFrom(reference, request))
    if (responses.size >= MAX_RESPONSES) responses.clear()
    responses.set(version, ready)
    response.writeHead(200, ready.headers).end(ready.body)
  })
  app.use(((thrown, _request, response, _next) => {
    const status = thrown instanceof ApiError ? thrown.status : 500
    response.status(status).json(errorBody(thrown, ''))
  }) satisfies express.ErrorRequestHandler)
  return app
}

// Everything that changes the body. It has the grant and, in its cursor, the key.
function versionOf(identity: Identity, { originalUrl }: Request): string {
  const { grant_id, grant_version, grant_changed_at, data_version, changed_at } = identity
  return [grant_id, grant_version, grant_changed_at, data_version, changed_at, originalUrl].join()
}

async function fetchFrom(reference: string, request: Request): Promise<ReadyResponse> {
  const sent = {
    Authorization: request.get('Authorization') ?? '',
    'X-Service-Version': request.get('X-Service-Version') ?? '',
    'Accept-Encoding': 'identity',
  }
  const response = await fetch(reference + request.originalUrl, { headers: sent })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`the gateway answers with ${response.status}`)
  const headers = HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { headers: Object.fromEntries(headers), body }
}
