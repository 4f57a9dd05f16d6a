import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file that partners install or import. */
export interface ClientFile {
  readonly name: string
  /** The `Content-Type`. */
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer<ArrayBuffer>
}

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
}

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'clients')

/** Reads the files that the build wrote: about 100 KB. None if they are not built. */
export function loadClientFiles(folder: string = BUILT): readonly ClientFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const type = TYPES[extname(name)]
    if (!type) return []
    const bytes = readFileSync(join(folder, name))
    const digest = createHash('sha256').update(bytes).digest('base64url')
    return [{ name, type, etag: `"${digest}"`, bytes }]
  })
}
