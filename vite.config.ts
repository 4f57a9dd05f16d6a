import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import * as graphiqlParts from '@graphql-yoga/render-graphiql/graphiql'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { writePages } from './src/docs-pages/write-pages.ts'
import { describeLine } from './src/importer/json-schema.ts'
import { packCatalogue } from './src/portal/i18n/pack-catalogue.ts'
import { inlineParts } from './src/portal-files/page-headers.ts'

const ROOT = join(import.meta.dirname, 'src', 'portal')
const PAGES = ['index.html', 'graphiql.html', 'docs.html']
// Served beside the portal, and linked by the pages of the documentation.
const DOCUMENTS = [
  'openapi.json',
  'schema.graphql',
  'docs/guide',
  'docs/glossary.md',
  'docs/importing.md',
  'docs/samples',
]
const OUT = join(import.meta.dirname, 'dist', 'portal')
// The highest costs seconds of every build, for a hundredth.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

// Each with all that its modules import, so that a page is few requests: on a slow network each costs
// half a second. What the first load has is not sent again with the second.
const CHUNKS = [
  // The pages of GraphiQL and of the documentation need these as well, and must not run the portal.
  {
    name: 'page-session',
    test: /(session\/page-session|data\/send-read|values\/redact-secrets)\.ts$|vite\/preload-helper/,
    priority: 3,
  },
  { name: 'first', test: /portal\/app\/(main|app)\.tsx$/, priority: 2 },
  { name: 'signed-in', test: /portal\/app\/layout\/signed-in\.tsx$/, priority: 1 },
  { name: 'shared', test: /^(?!.*portal\/(firm|staff)\/)/, minShareCount: 2, priority: 1 },
  // The texts of these are loaded before them, and after those of the others.
  { name: 'shared-firm', minShareCount: 2 },
]

export default defineConfig({
  root: ROOT,
  logLevel: 'warn',
  // The server puts a fresh nonce in its place for every response.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // A data: address would need its own word in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: PAGES.map((page) => join(ROOT, page)),
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  plugins: [
    react(),
    catalogues(),
    colorScheme(),
    graphiqlFiles(),
    documents(),
    docsPages(),
    compressed(),
  ],
})

/** The catalogues of translations, with short keys in place of the English texts. */
function catalogues(): Plugin {
  const prefix = 'catalogue-'
  return {
    name: 'catalogues',
    enforce: 'pre',
    resolveId(id, importer) {
      const name = /^\.\/([\w-]+)\.json$/.exec(id)?.[1]
      return name && importer?.endsWith('i18n/language.ts') ? prefix + name : null
    },
    load(id) {
      if (!id.startsWith(prefix)) return null
      const source = readFileSync(join(ROOT, 'i18n', `${id.slice(prefix.length)}.json`), 'utf8')
      return packCatalogue(JSON.parse(source))
    },
  }
}

/**
 * A classic script in the head, which runs before the first paint. In the pages of the documentation it is inline:
 * each file that a page waits for costs a slow network two seconds.
 */
function colorScheme(): Plugin {
  const file = 'color-scheme.js'
  return {
    name: 'color-scheme',
    buildStart() {
      const source = readFileSync(join(ROOT, 'app', file), 'utf8')
      this.emitFile({ type: 'asset', name: file, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        const content =
          path === '/docs.html'
            ? { children: readFileSync(join(ROOT, 'app', file), 'utf8') }
            : { attrs: { src: `/${builtAs(file, bundle)}` } }
        return [{ tag: 'script', ...content, injectTo: 'head' }]
      },
    },
  }
}

/** GraphiQL comes as strings, to be written into one page; as files they can be cached, and need no inline script. */
function graphiqlFiles(): Plugin {
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = graphiqlParts
  return {
    name: 'graphiql-files',
    resolveId: (id) => (id === 'graphiql-files' ? id : null),
    load(id) {
      if (id !== 'graphiql-files') return null
      const address = (name: string, source: string) =>
        `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`
      return `
        export const program = ${address('graphiql-program.js', js)}
        export const style = ${address('graphiql-program.css', css)}
        export const workers = {
          editorWorkerService: ${address('graphiql-editor.js', editorWorkerService)},
          json: ${address('graphiql-json.js', jsonWorker)},
          graphql: ${address('graphiql-graphql.js', graphqlWorker)},
        }`
    },
    // Fetched from the start, and not only when the page's own script asks for them.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        if (path !== '/graphiql.html') return []
        const files = { 'graphiql-program.js': 'script', 'graphiql-program.css': 'style' }
        return Object.entries(files).map(([file, as]) => ({
          tag: 'link',
          attrs: { rel: 'preload', as, href: `/${builtAs(file, bundle)}` },
          injectTo: 'head',
        }))
      },
    },
  }
}

function builtAs(file: string, bundle: Readonly<Record<string, BuiltPart>>): string | undefined {
  const found = Object.values(bundle).find(
    (part) => part.type === 'asset' && part.names?.includes(file),
  )
  return found?.fileName
}

interface BuiltPart {
  readonly type: string
  readonly fileName: string
  readonly names?: readonly string[]
}

function documents(): Plugin {
  return {
    name: 'documents',
    async writeBundle({ dir = OUT }) {
      const folder = join(dir, 'documents')
      for (const name of DOCUMENTS)
        await cp(join(import.meta.dirname, name), join(folder, name), { recursive: true })
      await mkdir(join(folder, 'schemas'))
      const schema = JSON.stringify(describeLine(), null, 2)
      await writeFile(join(folder, 'schemas', 'import.schema.json'), schema)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
    },
  }
}

/** The pages of the documentation. `docs.html`, with the files that the build has named, is their template. */
function docsPages(): Plugin {
  return {
    name: 'docs-pages',
    async writeBundle({ dir = OUT }) {
      const file = join(dir, 'docs.html')
      // Their policy has no nonce. It names what is inline by hashes.
      const template = (await readFile(file, 'utf8')).replaceAll(' nonce="__NONCE__"', '')
      await writeFile(join(dir, 'inline-parts.json'), JSON.stringify(inlineParts(template)))
      const pages = writePages(template, join(dir, 'pages'))
      await Promise.all([...pages.map(compress), rm(file)])
    },
  }
}

/** Beside every file its compressed forms, so that the server never compresses. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = OUT }) {
      const folder = join(dir, 'assets')
      for (const name of await readdir(folder)) await compress(join(folder, name))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, BROTLI))
}
