import { join } from 'node:path'
import { runTypeScript } from '../support/run-typescript.js'

await runTypeScript(join(import.meta.dirname, 'flood.ts'))
