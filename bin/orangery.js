#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(program)) {
  const { run } = await import(program.href)
  process.exitCode = await run(process.argv.slice(2))
} else {
  console.error('error: the program is not built; run: npm run build')
  process.exitCode = 1
}
