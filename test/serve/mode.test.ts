import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newCluster, removeFolders } from '../database/data-folder.ts'
import { GatewayProcess, NO_REDIS } from './process.ts'

afterEach(removeFolders)

const WATCH = `--import=${join(import.meta.dirname, 'graphql-mode.js')}`

/** The mode of GraphQL in each process of a gateway. */
async function modes(environment: Record<string, string>): Promise<string[]> {
  const DATA_DIR = await newCluster()
  const gateway = new GatewayProcess({ DATA_DIR, DEMO: 'off', NODE_OPTIONS: WATCH, ...environment })
  await gateway.url()
  const { out } = await gateway.stop()
  return [...out.matchAll(/^graphql: (\w+)$/gm)].map(([, mode = '']) => mode)
}

test('a gateway and its workers run in the mode of production, unless NODE_ENV says otherwise', async () => {
  expect(await modes({ NODE_ENV: '' })).toEqual(['production'])
  expect(await modes({ NODE_ENV: 'development' })).toEqual(['development'])
  const workers = await modes({ WEB_CONCURRENCY: '2', REDIS_URL: NO_REDIS })
  expect(new Set(workers)).toEqual(new Set(['production']))
})
