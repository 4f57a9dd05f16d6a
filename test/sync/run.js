// Loads the command from TypeScript.
import { join } from 'node:path'
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
  const { main } = await vite.ssrLoadModule(join(import.meta.dirname, 'command.ts'))
  process.exitCode = await main(process.argv.slice(2))
} finally {
  await vite.close()
}
