import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { compressedOnce, sendCompressed } from '../http/compressed.ts'
import { RELEASE, VERSION } from '../release.ts'
import { matches } from './respond.ts'

const PATH = '/openapi.json'
const COLLECTION = '/clients/orangery.postman_collection.json'
const CATALOG = '/.well-known/api-catalog'
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The address of the gateway in the description of the repository: that of `npm start`. */
export const LOCAL_SERVER = 'http://127.0.0.1:4000'

interface BuiltDocument {
  readonly path: string
  readonly folder: string
  readonly file: string
}

/**
 * Serves the description, the collection of requests and a catalogue (RFC 9727), with the address of this gateway:
 * `publicUrl`, or else the address that was asked.
 */
export function createDescriptionRouter(
  documents: readonly BuiltDocument[],
  publicUrl: string | undefined,
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const described = documents.filter(({ path }) => [PATH, COLLECTION].includes(path))
  for (const { path, folder, file } of described) {
    const write = describe(readFileSync(join(folder, file), 'utf8'))
    router.get(path, sendWithAddress(publicUrl, 'application/json; charset=utf-8', write))
  }
  router.get(CATALOG, sendWithAddress(publicUrl, LINKSET, catalogOf))
  return router
}

type WriteFor = (server: string) => string

function describe(text: string): WriteFor {
  const parts = text
    .replace(JSON.stringify(VERSION), JSON.stringify(RELEASE))
    .split(JSON.stringify(LOCAL_SERVER))
  return (server) => parts.join(JSON.stringify(server))
}

// An interface, its description for programs, and its page for people.
const INTERFACES = [
  ['/api/v1', PATH, 'application/json', '/docs/api'],
  ['/plants', PATH, 'application/json', '/docs/api'],
  ['/graphql', '/schema.graphql', 'text/plain', '/docs/graphql'],
] as const

function catalogOf(server: string): string {
  const linkset = INTERFACES.map(([path, description, type, page]) => ({
    anchor: server + path,
    'service-desc': [{ href: server + description, type }],
    'service-doc': [{ href: server + page, type: 'text/html' }],
  }))
  return JSON.stringify({ linkset })
}

function sendWithAddress(
  publicUrl: string | undefined,
  type: string,
  write: WriteFor,
): RequestHandler {
  const formsFor = (server: string) => ({
    server,
    forms: compressedOnce(Buffer.from(write(server))),
  })
  // Nearly all callers ask one address. Others take the time of a compression, and no memory.
  let last = formsFor(publicUrl ?? LOCAL_SERVER)
  return async (request, response) => {
    const server = publicUrl ?? addressOf(request.protocol, request.headers.host)
    if (last.server !== server) last = formsFor(server)
    const { forms } = last
    response.setHeader('ETag', forms.tag)
    response.setHeader('Link', `<${server}${CATALOG}>; rel="api-catalog"`)
    // Without `publicUrl`, no shared cache may store what the `Host` of one caller has decided.
    response.setHeader('Cache-Control', publicUrl ? 'public, max-age=300' : 'private, no-cache')
    if (!publicUrl) response.vary('Host')
    if (matches(request.get('If-None-Match'), forms.tag)) return void response.status(304).end()
    response.setHeader('Content-Type', type)
    await sendCompressed(response, forms)
  }
}

// `parseTarget` has rejected a `Host` that is not a name or an address. `protocol` is any text of a trusted proxy.
function addressOf(protocol: string, host = ''): string {
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`
}
