import { randomBytes } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import { GatewayError } from '../errors.ts'
import { type Encoding, EXTENSIONS, type Portal } from './files.ts'

/** The paths of the portal's pages. All other paths belong to the API. */
const PAGES = [
  '/',
  '/sign-in',
  '/invitation/:token',
  '/connect/:link',
  '/firms{/*rest}',
  '/connected-apps{/*rest}',
  '/account{/*rest}',
  '/explore',
]

/** Serves the portal: the same HTML at each of its paths, and its assets. */
export function createPortalRouter({ page, folder, assets }: Portal): Router {
  const showPage: RequestHandler = (_request, response) => {
    const nonce = randomBytes(16).toString('base64')
    response.set({ ...PAGE_HEADERS, 'Content-Security-Policy': policy(nonce) })
    response.type('html').send(page.replaceAll('__NONCE__', nonce))
  }
  const sendAsset: RequestHandler<{ name: string }> = (request, response, next) => {
    const { name } = request.params
    const asset = assets.get(name)
    if (!asset) throw routeNotFound()
    const accepted = request.acceptsEncodings([...asset.encodings, 'identity'])
    const encoding = asset.encodings.find((each) => each === accepted)
    const headers = assetHeaders(asset.type, encoding)
    const options = { root: folder, maxAge: '1y', immutable: true, headers }
    response.sendFile(encoding ? name + EXTENSIONS[encoding] : name, options, (error?: Error) => {
      // The file was removed by a later build. If headers were sent, the client has disconnected.
      if (error && !response.headersSent) next(routeNotFound())
    })
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', sendAsset)
  if (page !== '') router.get(PAGES, showPage)
  return router
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
