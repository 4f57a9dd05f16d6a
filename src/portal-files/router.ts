import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type RequestHandler, type Response, Router } from 'express'
import { GatewayError } from '../errors.ts'
import { type Asset, loadPortal } from './files.ts'

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'portal')

/** Where the portal has pages. Any other path stays the API's. */
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

/** The portal's one page at each of its paths, and the files that it loads. Built beforehand. */
export function createPortalRouter(folder: string = BUILT): Router {
  const portal = loadPortal(folder)
  const showPage: RequestHandler = (_request, response) => {
    const nonce = randomBytes(16).toString('base64')
    response.set({ ...PAGE_HEADERS, 'Content-Security-Policy': policy(nonce) })
    response.type('html').send(portal.page.replaceAll('__NONCE__', nonce))
  }
  const sendAsset: RequestHandler<{ name: string }> = (request, response) => {
    const asset = portal.assets.get(request.params.name)
    if (!asset) throw new GatewayError('route_not_found', 'There is no such path.')
    send(response, asset, request.acceptsEncodings('br', 'gzip', 'identity'))
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', sendAsset)
  if (portal.page !== '') router.get(PAGES, showPage)
  return router
}

function send(response: Response, asset: Asset, encoding: string | false): void {
  response.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': asset.type,
    Vary: 'Accept-Encoding',
  })
  const packed = encoding === 'br' || encoding === 'gzip' ? asset[encoding] : undefined
  if (packed) response.set('Content-Encoding', String(encoding))
  response.send(packed ?? asset.plain)
}

// Addresses hold invitations and connection links, which no other site may learn.
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
