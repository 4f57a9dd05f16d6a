// Runs the function `main` of a TypeScript module: node test/run-typescript.js MODULE ARGUMENTS…
import { resolve } from 'node:path'
import { createServer } from 'vite'

const [module = '', ...args] = process.argv.slice(2)
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  ssr: { external: ['graphql-rate-limit'] },
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
})
try {
  const { main } = await vite.ssrLoadModule(resolve(module))
  process.exitCode = await main(args)
} finally {
  await vite.close()
}
