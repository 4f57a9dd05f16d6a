import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { NextFunction, RequestHandler, Response } from 'express'
import { GatewayError } from '../errors.ts'

export interface BuiltFile {
  /** The path of the request, such as `/docs/errors`. */
  readonly path: string
  readonly type: string
  readonly folder: string
  readonly file: string
  readonly encodings: readonly Encoding[]
}

type Encoding = 'br' | 'gzip'
// The best comes first.
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']
const EXTENSIONS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

const TEXT = 'text/plain; charset=utf-8'
// Markdown and programs are shown as text.
const TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.graphql': TEXT,
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': TEXT,
  '.py': TEXT,
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.ts': TEXT,
  '.txt': TEXT,
  '.whl': 'application/zip',
}

/**
 * The files in a folder, at paths below `at`, pages without `.html`. The folder is read once: files that are added
 * later are not served. Without such a folder the list is empty.
 */
export function listFiles(folder: string, at = ''): readonly BuiltFile[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = new Set(files)
  return files.flatMap((file) => {
    const type = TYPES[extname(file)]
    if (type === undefined) return []
    const path = `${at}/${file.replaceAll(sep, '/').replace(/\.html$/, '')}`
    const encodings = ENCODINGS.filter((encoding) => names.has(file + EXTENSIONS[encoding]))
    return [{ path, type, folder, file, encodings }]
  })
}

/** The tag of the contents is weak: it is the same for each compressed form. */
export function tagOf({ folder, file }: BuiltFile): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}

/** Sends the form of a file that the request accepts, with these headers. */
export function sendFile(built: BuiltFile, headers: Record<string, string>): RequestHandler {
  const { type, folder: root, file, encodings } = built
  return (request, response, next) => {
    const accepted = request.acceptsEncodings([...encodings, 'identity'])
    const encoding = encodings.find((each) => each === accepted)
    response.vary('Accept-Encoding')
    const ofForm = { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) }
    const options = {
      root,
      cacheControl: false,
      // After a rollback, the time of a file is earlier than that which a browser has.
      lastModified: false,
      headers: { ...headers, ...ofForm },
    }
    response.sendFile(
      encoding ? file + EXTENSIONS[encoding] : file,
      options,
      endFile(response, next),
    )
  }
}

// The errors for `If-Match`, `If-Unmodified-Since` and `Range` headers that do not fit the file.
const REFUSED: Readonly<Record<number, string>> = {
  412: 'The file is not the one that the request names.',
  416: 'The file has no such range.',
}
// These headers describe the file. If an error is sent instead, they are removed.
const FILE_HEADERS = ['Content-Encoding', 'ETag', 'Accept-Ranges']

// The end of the response with a file: nothing, or the error of a request that does not fit it.
function endFile(response: Response, next: NextFunction) {
  return (error?: Error & { readonly status?: number }) => {
    // If headers were sent, the client has disconnected.
    if (!error || response.headersSent) return
    const { status = 404 } = error
    const text = REFUSED[status]
    // A later build has removed the file.
    if (text === undefined)
      return next(new GatewayError('route_not_found', 'There is no such path.'))
    for (const name of FILE_HEADERS) response.removeHeader(name)
    response.status(status).set('Cache-Control', 'no-store').type('text').send(`${text}\n`)
  }
}
