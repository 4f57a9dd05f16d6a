import { randomBytes } from 'node:crypto'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { sendFile, tagOf } from './built-files.ts'
import type { Portal } from './files.ts'
import { isForPrograms, nearPage, PAGES } from './near-pages.ts'
import { PAGE_HEADERS, policy } from './page-headers.ts'

const WITHOUT_FRAME = /^\/(?:sign-in|forgot-password|invitation)(?:\/|$)/
const FOREVER = { 'Cache-Control': 'public, max-age=31536000, immutable' }
// A new release has the same addresses.
const BRIEFLY = { 'Cache-Control': 'public, max-age=300' }
// Another build has pages of other contents at the same addresses.
const ALWAYS_ASK = { 'Cache-Control': 'no-cache' }

/**
 * Serves the portal: the same HTML at each of its paths, its assets, the documentation, and the documents. For an
 * unknown path, a browser is redirected to a similar one of a page, or gets the HTML with status 404. Programs get the
 * error of the API. A page that is asked for with a session cookie has the frame of the pages after sign-in.
 */
export function createPortalRouter(
  portal: Portal,
  supportContact: string | undefined,
  hasSession: (request: Request) => boolean,
): Router {
  const { docs, docsPolicy, documents } = portal
  const page = withSupportContact(portal.page, supportContact ?? '')
  const send = (request: Request, response: Response) => {
    const isFramed = hasSession(request) && !WITHOUT_FRAME.test(response.locals.target.path)
    sendPage(response, page, isFramed)
  }
  const ofDocs = { ...PAGE_HEADERS, 'Content-Security-Policy': docsPolicy, ...ALWAYS_ASK }
  const assets = new Map(portal.assets.map((file) => [file.path, sendFile(file, FOREVER)]))
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', (request, response, next) => {
    const send = assets.get(request.path)
    // The caller may mean the REST path `/api/v1/assets/…`. The handler of unknown paths then identifies and counts it.
    return send ? send(request, response, next) : next('router')
  })
  for (const file of docs) {
    router.get(file.path, sendFile(file, { ...ofDocs, ETag: tagOf(file) }))
    router.get(`${file.path}.md`, leadTo(file.path))
  }
  if (docs.length > 0) router.get('/docs/guide/README.md', leadTo('/docs/guide'))
  for (const file of documents)
    router.get(file.path, sendFile(file, { ...BRIEFLY, ETag: tagOf(file) }))
  router.get('/.well-known/change-password', leadToChangePassword)
  if (page !== '') {
    router.get(PAGES, send)
    router.use(leadBrowser(send))
  }
  return router
}

// A function as the replacement: in a text, `$&` would be a pattern.
function withSupportContact(page: string, contact: string): string {
  const text = contact.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return page.replaceAll('__SUPPORT_CONTACT__', () => text)
}

// Password managers open this address. A person who is not signed in gets there after sign-in.
const leadToChangePassword: RequestHandler = (_request, response) =>
  response.set(PAGE_HEADERS).redirect(302, '/account/security')

function sendPage(response: Response, html: string, isFramed: boolean): void {
  const nonce = randomBytes(16).toString('base64')
  response.set({ ...PAGE_HEADERS, 'Content-Security-Policy': policy(nonce) })
  const page = html.replaceAll('__NONCE__', nonce).replace('__SESSION__', String(isFramed))
  response.type('html').send(page)
}

// A browser that asks for the Markdown of a page is led to the page; programs get the Markdown.
function leadTo(path: string): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept')
    if (!(request.get('Accept') ?? '').includes('text/html')) return next()
    response.set(PAGE_HEADERS).redirect(308, path)
  }
}

function leadBrowser(send: (request: Request, response: Response) => void): RequestHandler {
  return (request, response, next) => {
    const { target } = response.locals
    const isBrowser = (request.get('Accept') ?? '').includes('text/html')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const near = isBrowser && isRead ? nearPage(target.path) : null
    const query = target.query && `?${target.query}`
    if (near !== null) return void response.set(PAGE_HEADERS).redirect(308, near + query)
    if (!isBrowser || !isRead || isForPrograms(target.path)) return next()
    send(request, response.status(404))
  }
}
