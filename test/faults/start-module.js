// Runs the `main` of a TypeScript module in a process of its own: `node start-module.js <path>`.
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  ssr: { external: ['graphql-rate-limit'] },
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
})
try {
  const { main } = await vite.ssrLoadModule(process.argv[2] ?? '')
  await main(process.argv.slice(3))
} finally {
  await vite.close()
}
