import { existsSync, readdirSync } from 'node:fs'
import { extname, sep } from 'node:path'

/** A document that the build copied into the folder of the portal. */
export interface Document {
  /** The path of the request, such as `/openapi.json`. */
  readonly path: string
  /** The `Content-Type`. Markdown and programs are shown as text. */
  readonly type: string
  readonly folder: string
  /** Its name in the folder. */
  readonly file: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
}

/** The documents of a folder. The folder is read once: files that are added later are not served. */
export function listDocuments(folder: string): readonly Document[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => {
    const type = TYPES[extname(file)]
    return type ? [{ path: pathOf(file), type, folder, file }] : []
  })
}

const pathOf = (file: string) => `/${file.replaceAll(sep, '/')}`
