import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { type Encoding, encodingsIn } from './encodings.ts'

/** A page of the documentation, the index of its search or the feed of the changelog, as the build wrote it. */
export interface DocsFile {
  /** The path of the request, such as `/docs/errors`. */
  readonly path: string
  /** The `Content-Type`. */
  readonly type: string
  readonly folder: string
  /** Its name in the folder. */
  readonly file: string
  readonly encodings: readonly Encoding[]
  /** The `ETag`, of its contents: after a rollback the time of a file is earlier than what a browser has. */
  readonly tag: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** The pages in a folder. The folder is read once: files that are added later are not served. */
export function listDocsFiles(folder: string): readonly DocsFile[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = new Set(files)
  return files.flatMap((file) => {
    const type = TYPES[extname(file)]
    const path = `/${file.replaceAll(sep, '/').replace(/\.html$/, '')}`
    if (!type) return []
    const encodings = encodingsIn(names, file)
    return [{ path, type, folder, file, encodings, tag: tagOf(join(folder, file)) }]
  })
}

// Weak: it is the same for each encoding.
function tagOf(file: string): string {
  const hash = createHash('sha256').update(readFileSync(file)).digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}
