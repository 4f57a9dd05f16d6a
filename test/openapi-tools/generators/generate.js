// Runs each generator on openapi.json as its documentation recommends, and writes into `generated` beside this file.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from '@kubb/core'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginZod } from '@kubb/plugin-zod'
import { generate } from 'orval'

const here = dirname(fileURLToPath(import.meta.url))
const out = join(here, 'generated')
const description = join(here, '..', '..', '..', 'openapi.json')

const run = (program, ...args) =>
  promisify(execFile)(join(here, '..', 'node_modules', '.bin', program), args, { cwd: here })

async function kubb() {
  const { error, failedPlugins } = await build({
    config: {
      root: here,
      input: { path: description },
      output: { path: 'generated/kubb' },
      plugins: [
        pluginOas({ generators: [] }),
        pluginZod({ output: { path: 'zod' }, version: '4' }),
      ],
    },
  })
  for (const failed of [error, ...failedPlugins]) if (failed) throw failed
}

// The addresses of its requests are relative. `fetch-at.ts` adds the gateway.
async function orval() {
  const target = join(out, 'orval.ts')
  const mutator = { path: join(here, 'fetch-at.ts'), name: 'fetchAt' }
  const output = { target, client: 'fetch', override: { mutator } }
  await generate({ input: { target: description }, output })
}

// kubb writes below the working directory, too.
process.chdir(here)
rmSync(out, { recursive: true, force: true })
await Promise.all([
  run('openapi-typescript', description, '--output', join(out, 'openapi-typescript.ts')),
  run('openapi-ts', '--input', description, '--output', join(out, 'hey-api'), '--silent'),
  run('oazapfts', description, join(out, 'oazapfts.ts')),
  run(
    'swagger-typescript-api',
    'generate',
    '--path',
    description,
    '--output',
    out,
    '--name',
    'swagger-typescript-api.ts',
  ),
  orval(),
  run('openapi-zod-client', description, '--output', join(out, 'openapi-zod-client.ts')),
  kubb(),
])
