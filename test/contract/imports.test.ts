import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What each part of src may import beside itself. A part that is not here fails the tests. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  config: [],
  values: [],
  log: ['config', 'errors'],
  versions: ['errors', 'values'],
  database: ['errors', 'generated'],
  access: ['database', 'errors', 'values'],
  schema: ['access', 'database', 'errors', 'values'],
  modules: ['access', 'database', 'errors', 'generated', 'schema', 'values', 'versions'],
  importer: ['access', 'database', 'errors', 'generated', 'modules', 'values'],
  graphql: ['access', 'errors', 'http', 'modules', 'schema'],
  http: ['access', 'errors'],
  rest: ['access', 'errors', 'graphql', 'http', 'values', 'versions'],
  'sign-in': ['access', 'database', 'errors', 'generated', 'modules', 'rest', 'values'],
  readiness: ['database'],
  // The pages know the gateway by schema.graphql alone, and nothing of ours knows the pages.
  portal: [],
  'portal-files': ['errors'],
  app: [
    'access',
    'config',
    'database',
    'errors',
    'graphql',
    'http',
    'modules',
    'portal-files',
    'readiness',
    'rest',
    'schema',
    'sign-in',
  ],
  demo: ['access', 'database', 'errors', 'generated', 'importer', 'modules', 'values'],
  serve: ['access', 'app', 'config', 'database', 'demo', 'errors', 'http', 'log', 'modules'],
  cli: [
    'access',
    'config',
    'database',
    'demo',
    'errors',
    'generated',
    'importer',
    'log',
    'modules',
    'serve',
    'values',
  ],
}
const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|shared)$/

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative('src', join(entry.parentPath, entry.name)))
const ours = files.filter((file) => !/(^|\/)generated\//.test(file))

const partOf = (file: string) => (file.split('/')[0] ?? '').replace(/\.tsx?$/, '')

/** The parts that a file imports from, statically or not, beside its own. */
function importsOf(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8')
  const addresses = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"]+)\1/g)]
  const parts = addresses.map(([, , address = '']) => partOf(join(file, '..', address)))
  return [...new Set(parts)].filter((part) => part !== partOf(file))
}

describe('imports go one way', () => {
  test.each(ours)('%s', (file) => {
    const allowed = MAY_IMPORT[partOf(file)]
    expect(allowed, `the part ${partOf(file)} is not in the table`).toBeDefined()
    expect(importsOf(file).filter((part) => !allowed?.includes(part))).toEqual([])
  })

  test('and the table goes in no circle', () => {
    const visit = (part: string, above: readonly string[]) => {
      expect(above, [...above, part].join(' → ')).not.toContain(part)
      for (const below of MAY_IMPORT[part] ?? []) visit(below, [...above, part])
    }
    for (const part of Object.keys(MAY_IMPORT)) visit(part, [])
  })
})

describe('house rules', () => {
  test('no file or folder is named for nothing', () => {
    const named = ours.flatMap((file) => file.split('/').map((step) => step.replace(/\.tsx?$/, '')))
    expect(named.filter((name) => FORBIDDEN_NAMES.test(name))).toEqual([])
  })

  test('only config.ts reads the environment', () => {
    const readers = ours.filter((file) =>
      /process\s*\.\s*env|process\[/.test(readFileSync(join('src', file), 'utf8')),
    )
    expect(readers).toEqual(['config.ts'])
  })

  test('REST reads no data of its own', () => {
    const readers = ours.filter((file) => partOf(file) === 'rest')
    for (const file of readers) {
      const text = readFileSync(join('src', file), 'utf8')
      expect(text, file).not.toMatch(/from 'pg'|prisma|readRows|\.query\(/i)
    }
  })

  test('no file grows past 250 lines', () => {
    const long = ours.filter(
      (file) => readFileSync(join('src', file), 'utf8').split('\n').length > 251,
    )
    expect(long).toEqual([])
  })
})
