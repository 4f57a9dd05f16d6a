import { randomBytes } from 'node:crypto'
import { type NextFunction, type RequestHandler, type Response, Router } from 'express'
import { GatewayError } from '../errors.ts'
import type { Document } from './documents.ts'
import { type Encoding, EXTENSIONS, type Portal } from './files.ts'
import { isForPrograms, nearPage, PAGES } from './near-pages.ts'

/**
 * Serves the portal: the same HTML at each of its paths, its assets, and the documents. If a browser asks for a
 * path that is similar to that of a page, it is redirected there. For another unknown path, it gets the HTML with
 * status 404. Programs get the error of the API.
 */
export function createPortalRouter(portal: Portal): Router {
  const { page, docs, documents, folder, assets } = portal
  const sendAsset: RequestHandler<{ name: string }> = (request, response, next) => {
    const { name } = request.params
    const asset = assets.get(name)
    // The caller may mean the REST path `/api/v1/assets/…`. The handler of unknown paths then identifies and counts it.
    if (!asset) return next('router')
    const accepted = request.acceptsEncodings([...asset.encodings, 'identity'])
    const encoding = asset.encodings.find((each) => each === accepted)
    const headers = assetHeaders(asset.type, encoding)
    const options = { root: folder, maxAge: '1y', immutable: true, headers }
    const file = encoding ? name + EXTENSIONS[encoding] : name
    response.sendFile(file, options, endFile(response, next))
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', sendAsset)
  for (const document of documents) router.get(document.path, sendDocument(document))
  if (page !== '') {
    router.get(PAGES, (_request, response) => sendPage(response, page))
    router.get('/docs', (_request, response) => sendPage(response, docs))
    router.use(leadBrowser(page))
  }
  return router
}

function sendPage(response: Response, html: string): void {
  const nonce = randomBytes(16).toString('base64')
  response.set({ ...PAGE_HEADERS, 'Content-Security-Policy': policy(nonce) })
  response.type('html').send(html.replaceAll('__NONCE__', nonce))
}

function sendDocument({ type, folder, file }: Document): RequestHandler {
  return (_request, response, next) => {
    const headers = { 'Content-Type': type }
    response.sendFile(file, { root: folder, maxAge: '5m', headers }, endFile(response, next))
  }
}

// The errors for `If-Match`, `If-Unmodified-Since` and `Range` headers that do not fit the file.
const REFUSED: Readonly<Record<number, string>> = {
  412: 'The file is not the one that the request names.',
  416: 'The file has no such range.',
}
// These headers describe the file. If an error is sent instead, they are removed.
const FILE_HEADERS = ['Content-Encoding', 'ETag', 'Last-Modified', 'Accept-Ranges']

function endFile(response: Response, next: NextFunction) {
  return (error?: Error & { readonly status?: number }) => {
    // If headers were sent, the client has disconnected.
    if (!error || response.headersSent) return
    const { status = 404 } = error
    const text = REFUSED[status]
    // A later build has removed the file.
    if (text === undefined) return next(routeNotFound())
    for (const name of FILE_HEADERS) response.removeHeader(name)
    response.status(status).set('Cache-Control', 'no-store').type('text').send(`${text}\n`)
  }
}

const urlOf = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

function leadBrowser(page: string): RequestHandler {
  return (request, response, next) => {
    const { target } = response.locals
    const isBrowser = (request.get('Accept') ?? '').includes('text/html')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const near = isBrowser && isRead ? nearPage(target.path) : null
    if (near !== null)
      return void response.set(PAGE_HEADERS).redirect(308, urlOf(near, target.query))
    if (!isBrowser || !isRead || isForPrograms(target.path)) return next()
    sendPage(response.status(404), page)
  }
}

const routeNotFound = () => new GatewayError('route_not_found', 'There is no such path.')

function assetHeaders(type: string, encoding: Encoding | undefined): Record<string, string> {
  return {
    'Content-Type': type,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  }
}

// `Referrer-Policy`: the paths contain the secrets of invitations and connection links.
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
