import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import pg from 'pg'
import { pino } from 'pino'
import { type Access, createAuthorize } from './access.ts'
import { ApiError, errorBody } from './api-error.ts'
import { listChanges } from './changes.ts'
import { getAsset, listAssets } from './list.ts'
import { listDocuments, listValuations } from './sublists.ts'
import { summarize } from './summary.ts'

// The floor: a minimal hand-written service of the same interface. One process, prepared statements,
// no layers, no cache. Its responses equal those of the gateway byte for byte, except the request id.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const authorize = createAuthorize(pool)
const log = pino({ base: null })

const app = express()
app.disable('x-powered-by')

app.use((request, response, next) => {
  const started = performance.now()
  const { method, path } = request
  const id = request.get('X-Request-Id') ?? randomUUID()
  response.locals.requestId = id
  response.set('X-Request-Id', id)
  response.on('finish', () => {
    const milliseconds = performance.now() - started
    log.info({ request_id: id, method, path, status: response.statusCode, milliseconds }, 'request')
  })
  next()
})

app.get('/healthz', (_request, response) => void response.json({ status: 'alive' }))
route('/api/v1/assets', (access, request, response) =>
  request.query.updated_since
    ? listChanges(pool, access, request, response)
    : listAssets(pool, access, request, response),
)
route('/api/v1/assets/:id', (access, request) => getAsset(pool, access, String(request.params.id)))
route('/api/v1/assets/:id/valuations', (access, request, response) =>
  listValuations(pool, access, request, response),
)
route('/api/v1/assets/:id/documents', (access, request) => listDocuments(pool, access, request))
route('/api/v1/portfolio/summary', (access, request) => summarize(pool, access, request))

const handleError: ErrorRequestHandler = (thrown, _request, response, _next) => {
  if (!(thrown instanceof ApiError)) log.error(thrown)
  response
    .status(thrown instanceof ApiError ? thrown.status : 500)
    .json(errorBody(thrown, response.locals.requestId))
}
app.use(handleError)
app.listen(Number(process.env.PORT), '127.0.0.1')

type Handler = (access: Access, request: Request, response: Response) => Promise<object>

function route(path: string, handler: Handler): void {
  app.get(path, async (request, response) => {
    const access = await authorize(request, response)
    const body = await handler(access, request, response)
    response.set('Cache-Control', 'private, no-cache')
    response.json(body)
  })
}
