import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type DocsFile, listDocsFiles } from './docs-files.ts'
import { type Document, listDocuments } from './documents.ts'
import { type Encoding, encodingsIn } from './encodings.ts'
import { docsPolicy } from './page-headers.ts'

/** A file of the portal. */
interface Asset {
  /** The `Content-Type`. */
  readonly type: string
  /** The compressed forms that the build wrote, best first. */
  readonly encodings: readonly Encoding[]
}

export interface Portal {
  /** The HTML of every portal page. Empty if the portal is not built. */
  readonly page: string
  /** The HTML that `/graphql` sends to a browser. Empty if the portal is not built. */
  readonly graphiql: string
  /** The pages of `/docs` and below, and the index of their search. */
  readonly docs: readonly DocsFile[]
  /** The content security policy of these pages. */
  readonly docsPolicy: string
  /** The documents that the pages of `/docs` link to. */
  readonly documents: readonly Document[]
  /** The folder of the assets. */
  readonly folder: string
  /** The assets by file name. A name changes with the contents of its file. */
  readonly assets: ReadonlyMap<string, Asset>
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'portal')

/** Reads the pages and the list of assets that the build wrote. */
export function loadPortal(): Portal {
  const folder = join(BUILT, 'assets')
  const documents = listDocuments(join(BUILT, 'documents'))
  const docs = listDocsFiles(join(BUILT, 'pages'))
  if (!existsSync(folder))
    return { page: '', graphiql: '', docs, docsPolicy: '', documents, folder, assets: new Map() }
  const names = new Set(readdirSync(folder))
  const describe = (name: string): Asset => ({
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    encodings: encodingsIn(names, name),
  })
  const assets = [...names].filter((name) => extname(name) in TYPES)
  return {
    page: readBuilt('index.html'),
    // The content security policy of GraphiQL has no nonce, because its editor creates styles without one.
    graphiql: readBuilt('graphiql.html').replaceAll(' nonce="__NONCE__"', ''),
    docs,
    docsPolicy: docsPolicy(JSON.parse(readBuilt('inline-parts.json'))),
    documents,
    folder,
    assets: new Map(assets.map((name) => [name, describe(name)])),
  }
}

function readBuilt(name: string): string {
  return readFileSync(join(BUILT, name), 'utf8')
}
