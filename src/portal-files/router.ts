import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, type Response, Router } from 'express'
import { type CompressedForms, compressedOnce, sendCompressed } from '../http/compressed.ts'
import { createDocsRouter } from './docs-router.ts'
import type { Document } from './documents.ts'
import { acceptedForm } from './encodings.ts'
import { endFile } from './end-file.ts'
import type { Portal } from './files.ts'
import { isForPrograms, nearPage, PAGES } from './near-pages.ts'
import { PAGE_HEADERS, policy } from './page-headers.ts'

/**
 * Serves the portal: the same HTML at each of its paths, its assets, the documentation, and the documents. If a
 * browser asks for a path that is similar to that of a page, it is redirected there. For another unknown path, it gets
 * the HTML with status 404. Programs get the error of the API.
 * `supportContact` is the URI that the pages name to a person who needs help; empty for none.
 */
export function createPortalRouter(portal: Portal, supportContact = ''): Router {
  const { docs, docsPolicy, documents, folder, assets } = portal
  const page = withSupportContact(portal.page, supportContact)
  const sendAsset: RequestHandler<{ name: string }> = (request, response, next) => {
    const { name } = request.params
    const asset = assets.get(name)
    // The caller may mean the REST path `/api/v1/assets/…`. The handler of unknown paths then identifies and counts it.
    if (!asset) return next('router')
    const { file, headers } = acceptedForm(request, name, asset)
    const options = { root: folder, maxAge: '1y', immutable: true, headers }
    response.sendFile(file, options, endFile(response, next))
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', sendAsset)
  router.use(createDocsRouter(docs, docsPolicy))
  for (const document of documents) router.get(document.path, sendDocument(document))
  router.get('/.well-known/change-password', leadToChangePassword)
  if (page !== '') {
    router.get(PAGES, (_request, response) => sendPage(response, page))
    router.use(leadBrowser(page))
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

function sendPage(response: Response, html: string): void {
  const nonce = randomBytes(16).toString('base64')
  response.set({ ...PAGE_HEADERS, 'Content-Security-Policy': policy(nonce) })
  response.type('html').send(html.replaceAll('__NONCE__', nonce))
}

// Only a file can be sent in parts, and only a file has conditions that fail.
const CONDITIONS = ['range', 'if-match', 'if-unmodified-since', 'if-modified-since']

function sendDocument({ type, folder, file }: Document): RequestHandler {
  let forms: CompressedForms | undefined
  return (request, response, next) => {
    if (CONDITIONS.some((name) => name in request.headers)) {
      const headers = { 'Content-Type': type, Vary: 'Accept-Encoding' }
      return response.sendFile(
        file,
        { root: folder, maxAge: '5m', headers },
        endFile(response, next),
      )
    }
    forms ??= compressedOnce(readFileSync(join(folder, file)))
    response.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=300' })
    return sendCompressed(request, response, forms)
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
