import { randomUUID } from 'node:crypto'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Access, createAuthorize } from './access.ts'
import { ApiError, errorBody } from './api-error.ts'
import { listChanges } from './changes.ts'
import { getAsset, listAssets } from './list.ts'
import { listDocuments, listValuations } from './sublists.ts'
import { summarize } from './summary.ts'

/** Gives a body, or its JSON text. */
type Handler = (access: Access, request: Request, response: Response) => Promise<object | string>

/**
 * The floor: a minimal hand-written service of the same interface. One process, prepared statements, no layers, no cache.
 * Its responses equal those of a gateway with this secret byte for byte, except the request id.
 */
export function createFloor(pool: pg.Pool, secret: string, log: Logger): Express {
  const authorize = createAuthorize(pool, secret)
  const app = express()
  app.disable('x-powered-by')
  const route = (path: string, handler: Handler) =>
    app.get(path, async (request, response) => {
      const access = await authorize(request, response)
      const body = await handler(access, request, response)
      response.set('Cache-Control', 'private, no-cache')
      if (typeof body === 'string') response.type('json').send(body)
      else response.json(body)
    })

  app.use((request, response, next) => {
    const started = performance.now()
    const { method, path } = request
    const id = request.get('X-Request-Id') ?? randomUUID()
    response.locals.requestId = id
    response.set('X-Request-Id', id)
    response.on('finish', () => {
      const milliseconds = performance.now() - started
      log.info(
        { request_id: id, method, path, status: response.statusCode, milliseconds },
        'request',
      )
    })
    next()
  })
  app.get('/healthz', (_request, response) => void response.json({ status: 'alive' }))
  route('/api/v1/assets', (access, request, response) =>
    request.query.updated_since
      ? listChanges(pool, access, request, response)
      : listAssets(pool, access, request, response),
  )
  route('/api/v1/assets/:id', (access, request) =>
    getAsset(pool, access, String(request.params.id)),
  )
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
  return app
}
