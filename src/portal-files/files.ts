import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file of the portal. */
export interface Asset {
  /** As its `Content-Type` names it. */
  readonly type: string
  /** Which compressed forms lie beside it, the best first. */
  readonly encodings: readonly Encoding[]
}

export type Encoding = keyof typeof ENDINGS

export interface Portal {
  /** Empty where the portal is not built, as is `graphiql`. */
  readonly page: string
  /** The page that `/graphql` shows a browser. */
  readonly graphiql: string
  /** Where the assets lie. */
  readonly folder: string
  /** By the name that the build gave, which changes with the contents. */
  readonly assets: ReadonlyMap<string, Asset>
}

/** What the build adds to the name of a compressed form. */
export const ENDINGS = { br: '.br', gzip: '.gz' } as const

const ENCODINGS = ['br', 'gzip'] as const

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'portal')

/** Reads the pages that the build left, and what lies beside them. */
export function loadPortal(): Portal {
  const folder = join(BUILT, 'assets')
  if (!existsSync(folder)) return { page: '', graphiql: '', folder, assets: new Map() }
  const names = new Set(readdirSync(folder))
  const describe = (name: string): Asset => ({
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    encodings: ENCODINGS.filter((encoding) => names.has(name + ENDINGS[encoding])),
  })
  const assets = [...names].filter((name) => extname(name) in TYPES)
  return {
    page: readPage('index.html'),
    // Its policy knows no nonce: the editor brings styles that bear none.
    graphiql: readPage('graphiql.html').replaceAll(' nonce="__NONCE__"', ''),
    folder,
    assets: new Map(assets.map((name) => [name, describe(name)])),
  }
}

function readPage(name: string): string {
  return readFileSync(join(BUILT, name), 'utf8')
}
