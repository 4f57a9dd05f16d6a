import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'orangery-build-'))
const at = (name: string) => join(folder, name)
const parts = {
  server: 'dist/cli/main.js',
  portal: 'dist/portal/index.html',
  clients: 'dist/clients/index.json',
}

afterAll(() => rmSync(folder, { recursive: true }))

// A program of which the build only writes its parts.
beforeAll(() => {
  cpSync('build.js', at('build.js'))
  for (const name of ['prisma', 'src/generated', 'docs/guide', 'clients'])
    mkdirSync(at(name), { recursive: true })
  for (const name of [
    ...['package-lock.json', 'prisma.config.ts', 'tsconfig.json', 'tsconfig.build.json'],
    ...['vite.config.ts', 'openapi.json', 'schema.graphql', 'docs/glossary.md', 'CHANGELOG.md'],
    ...['src/a.ts', 'src/b.ts'],
  ])
    writeFileSync(at(name), '')
  const write = (file: string) =>
    `test -e src/a.ts && mkdir -p $(dirname ${file}) && echo built > ${file}`
  const scripts = Object.fromEntries(
    Object.entries(parts).map(([part, file]) => [`build:${part}`, write(file)]),
  )
  writeFileSync(at('package.json'), JSON.stringify({ type: 'module', scripts }))
})

/** Whether a run of the script builds all parts; undefined if it fails. */
function build(...options: string[]): boolean | undefined {
  for (const file of Object.values(parts).map(at).filter(existsSync)) writeFileSync(file, 'earlier')
  const { status } = spawnSync(process.execPath, [at('build.js'), ...options])
  if (status !== 0) return undefined
  return Object.values(parts).every((file) => readFileSync(at(file), 'utf8') === 'built\n')
}

test('a program is built once, and again after each change of its sources', () => {
  const changed = () => build('--if-changed')
  expect([changed(), changed()]).toEqual([true, false])
  writeFileSync(at('src/generated/client.ts'), 'of the build')
  expect(changed()).toBe(false)
  // As a checkout does: the same content, and a new time.
  writeFileSync(at('src/a.ts'), readFileSync(at('src/a.ts')))
  expect(changed()).toBe(false)
  expect([build(), changed()]).toEqual([true, false])
  for (const name of ['src/a.ts', 'docs/guide/new.md', 'package.json']) {
    writeFileSync(at(name), existsSync(at(name)) ? `${readFileSync(at(name), 'utf8')}\n` : '')
    expect([changed(), changed()], name).toEqual([true, false])
  }
  rmSync(at('src/b.ts'))
  expect([changed(), changed()]).toEqual([true, false])
  rmSync(at('dist/portal'), { recursive: true })
  expect([changed(), changed()]).toEqual([true, false])
})

test('a build that failed is tried again', () => {
  rmSync(at('src/a.ts'))
  expect(build('--if-changed')).toBeUndefined()
  writeFileSync(at('src/a.ts'), '')
  expect(build('--if-changed')).toBe(true)
})
