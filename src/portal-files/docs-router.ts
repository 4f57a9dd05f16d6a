import { type RequestHandler, Router } from 'express'
import type { DocsFile } from './docs-files.ts'
import { acceptedForm } from './encodings.ts'
import { endFile } from './end-file.ts'
import { PAGE_HEADERS } from './page-headers.ts'

// Another build has pages of other contents at the same addresses.
const ALWAYS_ASK = 'no-cache'

/**
 * Serves the pages of the documentation. A browser that asks for the Markdown of a page is led to the page; programs get
 * the Markdown.
 */
export function createDocsRouter(files: readonly DocsFile[], policy: string): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const file of files) {
    router.get(file.path, sendFile(file, policy))
    router.get(`${file.path}.md`, leadTo(file.path))
  }
  if (files.length > 0) router.get('/docs/guide/README.md', leadTo('/docs/guide'))
  return router
}

function sendFile(page: DocsFile, policy: string): RequestHandler {
  return (request, response, next) => {
    const { file, headers } = acceptedForm(request, page.file, page)
    response.set({
      ...PAGE_HEADERS,
      'Content-Security-Policy': policy,
      'Cache-Control': ALWAYS_ASK,
      ETag: page.tag,
    })
    const options = { root: page.folder, cacheControl: false, lastModified: false, headers }
    response.sendFile(file, options, endFile(response, next))
  }
}

function leadTo(path: string): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept')
    if (!(request.get('Accept') ?? '').includes('text/html')) return next()
    response.set(PAGE_HEADERS).redirect(308, path)
  }
}
