import type pg from 'pg'
import { peerVersion } from '../contenders/prepare.ts'
import { API_VERSION } from '../contenders/request.ts'
import type { ServerPlan } from '../contenders/server.ts'
import { STEADY_RATE } from '../measure/steady.ts'
import type { Options } from '../options.ts'
import { ROOT } from '../paths.ts'
import { againstRows } from './against.ts'
import { commit, machine } from './machine.ts'
import { depthRatio, limitRows, type Results, rateRows } from './results.ts'
import { evaluateTargets } from './targets.ts'

const PEER_PACKAGES = [
  'postgraphile',
  'sofa-api',
  'graphql-yoga',
  '@pothos/core',
  '@pothos/plugin-prisma',
  '@pothos/plugin-scope-auth',
  '@prisma/client',
  'graphql',
  'pg',
]

/** Everything that a reader needs to assess the results and to repeat the run. */
export async function describeRun(
  results: Results,
  options: Options,
  plans: readonly ServerPlan[],
  pool: pg.Pool,
) {
  return {
    machine: machine(),
    versions: await versions(pool),
    settings: {
      ...settings(options),
      database: await databaseSettings(pool),
    },
    contenders: plans.map(({ name, command, environment }) => ({
      name,
      command: command
        .map((part) => part.replace(/^\S*\/against-/, 'against-').replace(`${ROOT}/`, ''))
        .join(' '),
      environment: withoutPasswords(environment),
    })),
    targets: evaluateTargets(results),
    rates: rateRows(results),
    ...(options.against && {
      against: { commit: options.against, ratios: againstRows(results) },
    }),
    steady: results.steady,
    large_client: results.depths,
    cursor_at_depth_to_first_page: depthRatio(
      results.depths,
      'orangery-cold',
      'last page by cursor',
      'first page',
    ),
    postgresql_alone: limitRows(results),
    memory: results.memory,
    slices: results.rates,
  }
}

function withoutPasswords(environment: ServerPlan['environment']) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.startsWith('postgresql:') ? 'the unix socket of the one PostgreSQL' : value,
    ]),
  )
}

async function versions(pool: pg.Pool) {
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version')
  const peers = PEER_PACKAGES.map(async (name) => [name, await peerVersion(name)])
  return {
    orangery: commit(),
    node: process.versions.node,
    postgresql: rows[0]?.server_version,
    ...Object.fromEntries(await Promise.all(peers)),
  }
}

function settings({ rounds, seconds, warmSeconds, connections, size, only }: Options) {
  return {
    ...{ rounds, slice_seconds: seconds, warm_seconds: warmSeconds, connections, pipelining: 1 },
    steady: `${STEADY_RATE} requests per second at equal intervals; latency from the instant each was due`,
    api_version: API_VERSION,
    data: size,
    only,
  }
}

async function databaseSettings(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `SELECT name, current_setting(name) AS setting FROM pg_settings
      WHERE source = 'command line' AND name !~ 'director' ORDER BY name`,
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}
