import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { compressedOnce, sendCompressed } from '../http/compressed.ts'
import { RELEASE, VERSION } from '../release.ts'
import { matches } from './respond.ts'

const PATH = '/openapi.json'

/** The address of the gateway in the description of the repository: that of `npm start`. */
export const LOCAL_SERVER = 'http://127.0.0.1:4000'

/** A document that the build has written. */
interface BuiltDocument {
  /** The path of the request. */
  readonly path: string
  readonly folder: string
  /** Its name in the folder. */
  readonly file: string
}

/**
 * Serves the description with the address of this gateway as its server: `publicUrl`, or else the address that was asked.
 * Serves nothing if it is not among the documents.
 */
export function createDescriptionRouter(
  documents: readonly BuiltDocument[],
  publicUrl: string | undefined,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const document = documents.find(({ path }) => path === PATH)
  if (document) router.get(PATH, sendDescription(document, publicUrl))
  return router
}

function sendDescription(
  { folder, file }: BuiltDocument,
  publicUrl: string | undefined,
): RequestHandler {
  const parts = readFileSync(join(folder, file), 'utf8')
    .replace(JSON.stringify(VERSION), JSON.stringify(RELEASE))
    .split(JSON.stringify(LOCAL_SERVER))
  const describe = (server: string) => {
    const forms = compressedOnce(Buffer.from(parts.join(JSON.stringify(server))))
    return { server, forms }
  }
  // Nearly all callers ask one address. Others take the time of a compression, and no memory.
  let last = describe(publicUrl ?? LOCAL_SERVER)
  return async (request, response) => {
    const server = publicUrl ?? addressOf(request.protocol, request.headers.host)
    if (last.server !== server) last = describe(server)
    const { forms } = last
    response.setHeader('ETag', forms.tag)
    // Without `publicUrl`, no shared cache may store what the `Host` of one caller has decided.
    response.setHeader('Cache-Control', publicUrl ? 'public, max-age=300' : 'private, no-cache')
    if (!publicUrl) response.vary('Host')
    if (matches(request.get('If-None-Match'), forms.tag)) return void response.status(304).end()
    await sendCompressed(request, response.type('json'), forms)
  }
}

// `parseTarget` has rejected a `Host` that is not a name or an address. `protocol` is any text of a trusted proxy.
function addressOf(protocol: string, host = ''): string {
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`
}
