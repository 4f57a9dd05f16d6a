import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.ts'

/**
 * The modules of the gateway that the benchmark imports, by their paths in src without the ending.
 * It imports them from dist, so that it uses the code that is shipped.
 */
export const GATEWAY_MODULES = {
  assetReads: 'modules/assets/asset.reads',
  changes: 'modules/assets/asset.changes',
  newest: 'modules/assets/asset.newest',
  valuations: 'modules/valuations/valuation.reads',
  documents: 'modules/documents/document.reads',
  summary: 'modules/portfolio/summary.reads',
  identity: 'access/identity.reads',
  secret: 'access/secret',
  serverSecret: 'database/server-secret',
  checks: 'doctor/run-checks',
  embedded: 'embedded-postgres/server',
  readDocument: 'graphql/plugins/use-document-budget',
  schema: 'graphql/schema',
} as const

/** Imports a compiled module of the gateway. */
export function importGateway(name: keyof typeof GATEWAY_MODULES) {
  const url = pathToFileURL(join(ROOT, 'dist', `${GATEWAY_MODULES[name]}.js`)).href
  return import(/* @vite-ignore */ url)
}
