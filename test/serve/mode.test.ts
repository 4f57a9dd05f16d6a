import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

afterAll(removeFolders)

const WATCH = `--import=${join(import.meta.dirname, 'graphql-mode.js')}`

/** The mode of GraphQL in each process of a gateway. */
async function modes(environment: Record<string, string>): Promise<string[]> {
  const DATA_DIR = await newMigratedCluster()
  const gateway = new GatewayProcess({ DATA_DIR, DEMO: 'off', NODE_OPTIONS: WATCH, ...environment })
  await gateway.url()
  const { out } = await gateway.stop()
  return [...out.matchAll(/^graphql: (\w+)$/gm)].map(([, mode = '']) => mode)
}

test('a gateway and its workers run in the mode of production, unless NODE_ENV says otherwise', async () => {
  const [plain, development, workers] = await Promise.all([
    modes({ NODE_ENV: '' }),
    modes({ NODE_ENV: 'development' }),
    modes({ WEB_CONCURRENCY: '2', REDIS_URL: NO_REDIS }),
  ])
  expect(plain).toEqual(['production'])
  expect(development).toEqual(['development'])
  expect(new Set(workers)).toEqual(new Set(['production']))
})
