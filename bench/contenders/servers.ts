import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchDatabase } from '../database/open.ts'
import { BENCH, PEERS, ROOT } from '../paths.ts'
import { findNode22 } from './prepare.ts'
import type { ServerPlan } from './server.ts'

export const SERVER_NAMES = [
  'floor',
  'orangery-cold',
  'orangery',
  'ready',
  'postgraphile',
  'plain',
] as const
/** `before-cold` is the gateway of another commit, which takes part with `--against`. */
export type ServerName = (typeof SERVER_NAMES)[number] | 'before-cold'

/** How each contender is started. Each has a pool of ten connections to the one database. */
export function serverPlans(
  database: BenchDatabase,
): Record<(typeof SERVER_NAMES)[number], ServerPlan | null> {
  const node = process.execPath
  // The cursors of the floor equal those of the gateway.
  const production = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'for the benchmark alone, and for nothing else',
  }
  const ours = { ...production, DATABASE_URL: database.url('orangery') }
  const serving = {
    ...production,
    DATABASE_URL: database.url('orangery_runtime'),
    DATABASE_OWNER_URL: database.url('orangery'),
  }
  // As `npm start` does.
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const options = /node ((?:--\S+ )*)bin/.exec(scripts.start)?.[1]?.trim().split(' ') ?? []
  const gateway = [node, ...options, join(ROOT, 'bin/orangery.js'), 'serve'] as const
  const node22 = findNode22()
  return {
    floor: {
      name: 'floor',
      command: [node, join(BENCH, 'dist/floor/server.js')],
      environment: ours,
      ready: '/healthz',
    },
    'orangery-cold': {
      name: 'orangery-cold',
      command: gateway,
      environment: { ...serving, CACHE_MB: '0' },
      ready: '/healthz',
    },
    orangery: {
      name: 'orangery',
      command: gateway,
      environment: serving,
      ready: '/healthz',
    },
    ready: {
      name: 'ready',
      command: [node, join(BENCH, 'dist/ready/server.js')],
      environment: ours,
      ready: '/healthz',
    },
    postgraphile:
      node22 === null
        ? null
        : {
            name: 'postgraphile',
            command: [node22, join(PEERS, 'dist/postgraphile/server.js')],
            environment: { ...production, DATABASE_URL: database.url('bench_reader') },
            ready: '/graphql',
          },
    plain: {
      name: 'plain',
      command: [node, join(PEERS, 'dist/plain/server.js')],
      environment: ours,
      ready: '/graphql',
    },
  }
}
