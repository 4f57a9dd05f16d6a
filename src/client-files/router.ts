import { Router } from 'express'
import type { ClientFile } from './files.ts'

const PATH = '/clients/'

/** Serves the packages that partners install, each at its name. A new release has the same addresses, so they are cached only briefly. */
export function createClientFilesRouter(files: readonly ClientFile[]): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { name, type, etag, bytes } of files)
    router.get(PATH + name, (_request, response) => {
      response.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=300', ETag: etag })
      response.send(bytes)
    })
  return router
}
