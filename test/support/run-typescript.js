// Loads a program from TypeScript, as Vitest loads tests, and runs its `main` with the arguments of this process.
import { createServer } from 'vite'

export async function runTypeScript(file) {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    ssr: { external: ['graphql-rate-limit'] },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  })
  try {
    const { main } = await vite.ssrLoadModule(file)
    process.exitCode = await main(process.argv.slice(2))
  } finally {
    await vite.close()
  }
}
