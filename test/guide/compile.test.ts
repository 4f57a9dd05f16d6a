import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newMirrorFolder } from './samples.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLES = join(ROOT, 'docs/guide/samples')
const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

// The packages that the first lines install are those of the repository here.
const FILES = ['sync.ts', 'receive.ts', 'onboard.ts']
test.each(FILES)('%s compiles as its first lines say', (name) => {
  const text = readFileSync(join(SAMPLES, name), 'utf8')
  const [, settings = ''] = /echo '(.+)' > package\.json && npm i typescript/.exec(text) ?? []
  const [, command = ''] = /npx tsc (.+)/.exec(text) ?? []
  const folder = newMirrorFolder()
  writeFileSync(join(folder, 'package.json'), settings)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const file of FILES) copyFileSync(join(SAMPLES, file), join(folder, file))
  const options = [...command.split(' '), '--types', 'node']
  expect(execFileSync(COMPILER, options, { cwd: folder, encoding: 'utf8' })).toBe('')
  const compiled = readFileSync(join(folder, name.replace('.ts', '.js')), 'utf8')
  expect(compiled).toContain('import ')
})
