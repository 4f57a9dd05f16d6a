import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, 'src', 'portal')
const OUT = join(import.meta.dirname, 'dist', 'portal')
// The highest costs seconds of every build, for a hundredth.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

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
  },
  plugins: [react(), colorScheme(), compressed()],
})

/** A classic script of its own in the head: it runs before the first paint, and no policy minds it. */
function colorScheme(): Plugin {
  const file = 'color-scheme.js'
  return {
    name: 'color-scheme',
    buildStart() {
      const source = readFileSync(join(ROOT, file), 'utf8')
      this.emitFile({ type: 'asset', name: file, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.values(bundle).find(
          (part) => part.type === 'asset' && part.names.includes(file),
        )
        return [{ tag: 'script', attrs: { src: `/${built?.fileName}` }, injectTo: 'head' }]
      },
    },
  }
}

/** Beside every file its compressed forms, so that the server never compresses. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = OUT }) {
      const folder = join(dir, 'assets')
      for (const name of await readdir(folder)) {
        const file = join(folder, name)
        const bytes = await readFile(file)
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, BROTLI))
      }
    },
  }
}
