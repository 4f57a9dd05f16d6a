import { Router } from 'express'
import { compressedOnce, sendCompressed } from '../http/compressed.ts'
import type { ClientFile } from './files.ts'

const PATH = '/clients/'

/** Serves the packages that partners install, each at its name. A new release has the same addresses, so they are cached only briefly. */
export function createClientFilesRouter(files: readonly ClientFile[]): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { name, type, etag, bytes } of files) {
    const isText = type.startsWith('application/json')
    const forms = compressedOnce(bytes)
    router.get(PATH + name, async (request, response) => {
      response.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=300' })
      if (isText) await sendCompressed(request, response, forms)
      else response.set('ETag', etag).send(bytes)
    })
  }
  return router
}
