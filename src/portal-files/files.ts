import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltFile, listFiles } from './built-files.ts'
import { docsPolicy } from './page-headers.ts'

export interface Portal {
  /** The HTML of every portal page. Empty if the portal is not built. */
  readonly page: string
  /** The HTML that `/graphql` sends to a browser. Empty if the portal is not built. */
  readonly graphiql: string
  /** The pages of `/docs` and below, the index of their search, the feed of the changelog and `/llms.txt`. */
  readonly docs: readonly BuiltFile[]
  readonly docsPolicy: string
  /** The documents that the pages of `/docs` link to, and the packages that partners install. */
  readonly documents: readonly BuiltFile[]
  /** The name of an asset changes with the contents of its file. */
  readonly assets: readonly BuiltFile[]
}

const DIST = join(import.meta.dirname, '..', '..', 'dist')
const BUILT = join(DIST, 'portal')

/** Reads the pages and the lists of files that the build wrote. */
export function loadPortal(): Portal {
  const files = {
    docs: listFiles(join(BUILT, 'pages')),
    documents: [
      ...listFiles(join(BUILT, 'documents')),
      ...listFiles(join(DIST, 'clients'), '/clients'),
    ],
    assets: listFiles(join(BUILT, 'assets'), '/assets'),
  }
  if (files.assets.length === 0) return { ...files, page: '', graphiql: '', docsPolicy: '' }
  return {
    ...files,
    page: readBuilt('index.html'),
    // The content security policy of GraphiQL has no nonce, because its editor creates styles without one.
    graphiql: readBuilt('graphiql.html').replaceAll(' nonce="__NONCE__"', ''),
    docsPolicy: docsPolicy(JSON.parse(readBuilt('inline-parts.json'))),
  }
}

function readBuilt(name: string): string {
  return readFileSync(join(BUILT, name), 'utf8')
}
